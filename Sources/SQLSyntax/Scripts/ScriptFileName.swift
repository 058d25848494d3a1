/// The parts of an SQL file name, according to the naming rule of Lighter.
///
/// `ContactsDB-001-age.sql` is a file of the group `ContactsDB`, and migrates to version 1. This
/// source file is also compiled into the build plugin, which cannot import libraries, so it has no
/// dependencies.
public struct ScriptFileName: Sendable, Hashable {
  /// The name of the file.
  public let file: String
  /// The name of the group: everything before the first hyphen or dot.
  public let stem: String
  /// The digits that follow the stem, or `nil` if there are none.
  public let number: String?

  /// Parses a file name.
  ///
  /// - Parameters:
  ///   - file: The name of the file, without folders. The result is `nil` if it does not end in
  ///     `.sql`, or has nothing before that.
  ///   - wanted: The stem of the expected group, or `nil` for any. The result is `nil` if the file
  ///     belongs to another group.
  public init?(_ file: String, stem wanted: String? = nil) {
    guard file.hasSuffix(".sql") else { return nil }
    let stem = wanted ?? String(file.prefix { $0 != "-" && $0 != "." })
    guard !stem.isEmpty, file.hasPrefix(stem + "-") || file.hasPrefix(stem + ".") else {
      return nil
    }
    let rest = file.dropFirst(stem.count + 1)
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    let next = rest.dropFirst(digits.count).first
    self.file = file
    self.stem = stem
    number = !digits.isEmpty && (next == "." || next == "-") ? String(digits) : nil
  }

  /// The name without `.sql`, which orders the files of a group and identifies the migration.
  public var identifier: String { String(file.dropLast(4)) }

  /// Returns whether the file is run before another, in the order `A.sql`, `A-001.sql`,
  /// `A-more.sql`.
  ///
  /// - Parameter other: The name of the other file.
  /// - Returns: `true` if this file is run first.
  public func precedes(_ other: ScriptFileName) -> Bool {
    identifier.utf8.lexicographicallyPrecedes(other.identifier.utf8)
  }
}
