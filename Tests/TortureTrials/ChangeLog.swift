/// The ordered changes that a command made to the database files, as logged by the faulting file
/// system.
struct ChangeLog {
  /// A change, or a sync that makes earlier changes durable.
  enum Change {
    case write(name: String, offset: Int, bytes: [UInt8])
    case truncate(name: String, size: Int)
    case sync(name: String)
    case create(name: String)
    case delete(name: String)
    case syncFolder
  }

  private(set) var changes: [Change] = []

  /// Parses a log.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the log file.
  ///   - database: The path of the database. Changes to other files than the database and its
  ///     journals are ignored.
  /// - Throws: ``TrialFailure`` if the log is truncated.
  init(_ bytes: [UInt8], of database: String) throws {
    var place = 0
    func number(_ count: Int) throws -> Int {
      guard place + count <= bytes.count else {
        throw TrialFailure(description: "the log of changes breaks off")
      }
      defer { place += count }
      return bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    func part(_ count: Int) throws -> [UInt8] {
      guard place + count <= bytes.count else {
        throw TrialFailure(description: "the log of changes breaks off")
      }
      defer { place += count }
      return Array(bytes[place..<place + count])
    }
    while place < bytes.count {
      let kind = UInt8(try number(1))
      let path = String(decoding: try part(number(4)), as: UTF8.self)
      let position = try number(8)
      let data = try part(number(4))
      guard path.hasPrefix(database) else { continue }
      let name = String(path.dropFirst(database.count))
      guard ["", "-journal", "-wal"].contains(name) else { continue }
      switch kind {
      case UInt8(ascii: "w"): changes.append(.write(name: name, offset: position, bytes: data))
      case UInt8(ascii: "t"): changes.append(.truncate(name: name, size: position))
      case UInt8(ascii: "s"): changes.append(.sync(name: name))
      case UInt8(ascii: "c"): changes.append(.create(name: name))
      case UInt8(ascii: "d"): changes.append(.delete(name: name))
      default: changes.append(.syncFolder)
      }
    }
  }
}
