import MigratorTestSupport

/// A disk that promises nothing but what was synced.
///
/// A file that was not synced keeps any of its writes, each sector by itself; names that were not synced
/// keep the first so many of what was done to them.
struct Disk {
  /// What was done to a file and may be lost.
  private enum Pending {
    case write(offset: Int, bytes: [UInt8])
    case truncate(size: Int)
  }

  private struct File {
    var lasting: [UInt8] = []
    var pending: [Pending] = []
  }

  /// A sector is written whole or not at all.
  private static let sector = 512

  private var files: [File] = []
  /// The files under their names, as all programs see them, and as the disk has them.
  private var names: [String: Int] = [:]
  private var lastingNames: [String: Int] = [:]
  private var pendingNames: [(name: String, file: Int?)] = []

  /// Creates a disk that has files.
  init(_ contents: [String: [UInt8]]) {
    for (name, bytes) in contents {
      names[name] = files.count
      files.append(File(lasting: bytes))
    }
    lastingNames = names
  }

  /// Makes a change.
  mutating func make(_ change: ChangeLog.Change) {
    switch change {
    case .write(let name, let offset, let bytes):
      files[file(name)].pending.append(.write(offset: offset, bytes: bytes))
    case .truncate(let name, let size):
      files[file(name)].pending.append(.truncate(size: size))
    case .sync(let name):
      let index = file(name)
      for pending in files[index].pending { Self.apply(pending, to: &files[index].lasting) }
      files[index].pending = []
    case .create(let name):
      _ = file(name)
    case .delete(let name):
      names[name] = nil
      pendingNames.append((name, nil))
    case .syncFolder:
      for (name, file) in pendingNames { lastingNames[name] = file }
      pendingNames = []
    }
  }

  /// The file of a name, made if there is none.
  private mutating func file(_ name: String) -> Int {
    if let known = names[name] { return known }
    let index = files.count
    files.append(File())
    names[name] = index
    pendingNames.append((name, index))
    return index
  }

  /// How much of what was not synced is kept.
  enum Keeping: CaseIterable {
    case nothing, everything, some, sectors
  }

  /// What is found after the power is back.
  ///
  /// - Parameters:
  ///   - keeping: How much of what was not synced is kept.
  ///   - generator: What decides.
  /// - Returns: The files under their names.
  func afterLoss(
    keeping: Keeping, using generator: inout SeededGenerator
  ) -> [String: [UInt8]] {
    var found = lastingNames
    let count =
      switch keeping {
      case .nothing: 0
      case .everything: pendingNames.count
      case .some, .sectors: Int.random(in: 0...pendingNames.count, using: &generator)
      }
    for (name, file) in pendingNames.prefix(count) { found[name] = file }
    return found.mapValues { index in
      var bytes = files[index].lasting
      for pending in files[index].pending {
        switch keeping {
        case .nothing: break
        case .everything: Self.apply(pending, to: &bytes)
        case .some: if Bool.random(using: &generator) { Self.apply(pending, to: &bytes) }
        case .sectors:
          for part in Self.sectors(of: pending) where Bool.random(using: &generator) {
            Self.apply(part, to: &bytes)
          }
        }
      }
      return bytes
    }
  }

  private static func apply(_ pending: Pending, to bytes: inout [UInt8]) {
    switch pending {
    case .truncate(let size):
      if size < bytes.count {
        bytes.removeLast(bytes.count - size)
      } else {
        extend(&bytes, to: size)
      }
    case .write(let offset, let new):
      extend(&bytes, to: offset + new.count)
      bytes.replaceSubrange(offset..<offset + new.count, with: new)
    }
  }

  private static func extend(_ bytes: inout [UInt8], to size: Int) {
    if size > bytes.count { bytes += [UInt8](repeating: 0, count: size - bytes.count) }
  }

  /// A write as the writes of its sectors.
  private static func sectors(of pending: Pending) -> [Pending] {
    guard case .write(let offset, let bytes) = pending else { return [pending] }
    var parts: [Pending] = []
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, (offset + start) / sector * sector + sector - offset)
      parts.append(.write(offset: offset + start, bytes: Array(bytes[start..<end])))
      start = end
    }
    return parts
  }
}
