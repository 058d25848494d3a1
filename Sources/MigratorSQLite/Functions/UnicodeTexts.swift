#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension DatabaseCollation {
  /// `swiftCompare`: the order of Swift's `<`, according to Unicode and independent of the
  /// language.
  public static let unicodeCompare = DatabaseCollation("swiftCompare") { first, second in
    first < second ? .orderedAscending : first == second ? .orderedSame : .orderedDescending
  }
}

extension DatabaseFunction {
  /// `swiftLowercaseString(text)`: lower case, according to Unicode.
  public static let lowercase = text("swiftLowercaseString") { $0.lowercased() }
  /// `swiftUppercaseString(text)`: upper case, according to Unicode.
  public static let uppercase = text("swiftUppercaseString") { $0.uppercased() }

  /// Returns a function that transforms text, and returns NULL for other values.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - transform: The transformation.
  /// - Returns: The function.
  package static func text(
    _ name: String, _ transform: @escaping @Sendable (String) -> String
  ) -> DatabaseFunction {
    DatabaseFunction(name, argumentCount: 1, pure: true) { values in
      String.fromDatabaseValue(values[0]).map(transform)
    }
  }
}
