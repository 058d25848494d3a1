/// A version of SQLite that may be installed on users' devices.
public struct SQLiteRelease: Sendable, Hashable {
  /// The version in the numbering of `sqlite3_libversion_number()`.
  public let number: Int

  /// The names of operating systems, each with the oldest version of SQLite that it contains.
  ///
  /// Source for Android: the page of `android.database.sqlite` on developer.android.com.
  public static let systems: [(name: String, version: String)] = [
    ("android-21", "3.8"), ("android-24", "3.9"), ("android-26", "3.18"), ("android-27", "3.19"),
    ("android-28", "3.22"), ("android-30", "3.28"), ("android-31", "3.32"),
    ("android-32", "3.32"), ("android-33", "3.32"), ("android-34", "3.39"),
    ("android-35", "3.44"), ("ios-16", "3.39.0"), ("debian-11", "3.34.1"),
    ("debian-12", "3.40.1"), ("debian-13", "3.46.1"), ("ubuntu-20.04", "3.31.1"),
    ("ubuntu-22.04", "3.37.2"), ("ubuntu-24.04", "3.45.1"),
  ]

  /// Creates a release from a version such as `3.31.1`, or from the name of a system.
  ///
  /// The result is `nil` if the text is neither.
  ///
  /// - Parameter text: The version or name.
  public init?(_ text: String) {
    let version = Self.systems.first { $0.name == text.lowercased() }?.version ?? text
    let parts = version.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil
    }
    guard numbers.count == parts.count, (2...3).contains(numbers.count), numbers[0] == 3,
      numbers.allSatisfy({ $0 < 1000 })
    else { return nil }
    number = numbers[0] * 1_000_000 + numbers[1] * 1000 + (numbers.count > 2 ? numbers[2] : 0)
  }

  init(number: Int) { self.number = number }

  /// The version with three numbers, such as `3.31.1`.
  public var version: String { "\(number / 1_000_000).\(number / 1000 % 1000).\(number % 1000)" }
}

extension SQLiteFeature {
  /// The first version that has the feature.
  public var release: SQLiteRelease { SQLiteRelease(number: version) }
}
