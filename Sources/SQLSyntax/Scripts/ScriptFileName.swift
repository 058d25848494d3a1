/// What the name of an SQL file says by the rule of Lighter: `ContactsDB-001-age.sql` is a file of the
/// group `ContactsDB`, and leads to version 1.
///
/// This file is compiled into the build plugin as well, which can import no library; so it stands by
/// itself.
public struct ScriptFileName: Sendable, Hashable {
  /// The name of the file.
  public let file: String
  /// What the files of its group have in common: what stands before the first hyphen or dot.
  public let stem: String
  /// The digits right behind the stem, or `nil` where there are none.
  public let number: String?

  /// Reads a name.
  ///
  /// - Parameters:
  ///   - file: The name of the file, without folders; `nil` is returned where it does not end in
  ///     `.sql`, or has nothing before that.
  ///   - wanted: The stem of the group that is wanted, or `nil` to find it; `nil` is returned where the
  ///     file is of another group.
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

  /// The name without `.sql`, by which the files of a group are sorted and a migration is known.
  public var identifier: String { String(file.dropLast(4)) }

  /// Whether the file runs before another of its group: `A.sql`, `A-001.sql`, `A-more.sql`.
  ///
  /// - Parameter other: The name of the other file.
  /// - Returns: Whether it does.
  public func precedes(_ other: ScriptFileName) -> Bool {
    identifier.utf8.lexicographicallyPrecedes(other.identifier.utf8)
  }
}
