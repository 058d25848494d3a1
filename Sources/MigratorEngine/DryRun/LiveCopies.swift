internal import Synchronization
internal import MigratorPlatform

/// The scratch folders that exist at the moment, so that a signal handler can remove them.
///
/// Copies hold the data of the database they were made of; none may stay behind.
public enum LiveCopies {
  /// Makes the list of copies; called before a signal handler that removes them is installed.
  ///
  /// Made by the first use, it could be half made when the signal comes, and the handler would wait
  /// for itself.
  public static func prepare() {
    _ = table.count
  }

  /// Removes all copies that exist at the moment.
  ///
  /// Calls nothing but atomics, `unlink` and `rmdir`, so it may be called from a signal handler.
  /// Dry runs that still run fail afterwards.
  public static func removeAll() {
    for index in 0..<table.count {
      let address = table.slots[index].exchange(0, ordering: .acquiringAndReleasing)
      if address != 0 { removeFiles(at: address) }
    }
  }

  /// Enters a folder.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - files: The files that may be in it.
  /// - Returns: What ``leave(_:)`` needs, or `nil` when the table is full.
  static func enter(folder: String, files: [String]) -> Int? {
    var text: [CChar] = []
    for name in [folder] + files { text += Array(name.utf8CString) }
    text.append(0)
    let bytes = UnsafeMutablePointer<CChar>.allocate(capacity: text.count)
    bytes.initialize(from: text, count: text.count)
    let address = UInt(bitPattern: bytes)
    for index in 0..<table.count {
      let result = table.slots[index].compareExchange(
        expected: 0, desired: address, ordering: .acquiringAndReleasing)
      if result.exchanged { return index }
    }
    bytes.deallocate()
    return nil
  }

  /// Takes a folder out again; its owner removes it.
  ///
  /// - Parameter index: What ``enter(folder:files:)`` returned.
  static func leave(_ index: Int) {
    let address = table.slots[index].exchange(0, ordering: .acquiringAndReleasing)
    UnsafeMutablePointer<CChar>(bitPattern: address)?.deallocate()
  }

  /// Removes what a list names: the folder, then its files, each ended by NUL, and an empty one.
  ///
  /// The list is not freed: a signal handler must not, and the process is about to end.
  private static func removeFiles(at address: UInt) {
    guard let folder = UnsafePointer<CChar>(bitPattern: address) else { return }
    var name = folder + strlen(folder) + 1
    while name.pointee != 0 {
      unlink(name)
      name += strlen(name) + 1
    }
    rmdir(folder)
  }

  /// Sendable although the compiler cannot see it: the pointer never changes, and what it points to
  /// are atomics.
  private struct Table: @unchecked Sendable {
    let count = 64
    let slots: UnsafeMutablePointer<Atomic<UInt>>

    init() {
      slots = .allocate(capacity: count)
      for index in 0..<count { (slots + index).initialize(to: Atomic(0)) }
    }
  }

  private static let table = Table()
}
