import MigratorTestSupport

/// A simulated disk on which only synced changes survive a power loss.
///
/// An unsynced file keeps any subset of its writes, sector by sector. Unsynced directory changes
/// survive up to a random point in their order.
struct Disk {
  /// An unsynced change to a file, which a power loss may discard.
  private enum Pending {
    case write(offset: Int, bytes: [UInt8])
    case truncate(size: Int)
  }

  private struct File {
    var lasting: [UInt8] = []
    var pending: [Pending] = []
  }

  /// Sectors are written atomically.
  private static let sector = 512

  private var files: [File] = []
  /// The current names, as programs see them; ``lastingNames`` are those on disk.
  private var names: [String: Int] = [:]
  private var lastingNames: [String: Int] = [:]
  private var pendingNames: [(name: String, file: Int?)] = []

  init(_ contents: [String: [UInt8]]) {
    for (name, bytes) in contents {
      names[name] = files.count
      files.append(File(lasting: bytes))
    }
    lastingNames = names
  }

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

  /// Returns the index of a file, creating the file if necessary.
  private mutating func file(_ name: String) -> Int {
    if let known = names[name] { return known }
    let index = files.count
    files.append(File())
    names[name] = index
    pendingNames.append((name, index))
    return index
  }

  /// How much unsynced data survives.
  enum Keeping: CaseIterable {
    case nothing, everything, some, sectors
  }

  /// Returns the files that remain after a power loss.
  ///
  /// - Parameters:
  ///   - keeping: How much unsynced data survives.
  ///   - generator: The source of randomness.
  /// - Returns: The contents of the files by name.
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

  /// Splits a write into one write per sector.
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
