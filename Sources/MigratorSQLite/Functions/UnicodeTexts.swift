#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension DatabaseCollation {
  /// `swiftCompare`: the order of Swift's own `<`, by Unicode, whatever the language.
  public static let unicodeCompare = DatabaseCollation("swiftCompare") { first, second in
    first < second ? .orderedAscending : first == second ? .orderedSame : .orderedDescending
  }
}

extension DatabaseFunction {
  /// `swiftLowercaseString(text)`: in small letters, by Unicode.
  public static let lowercase = text("swiftLowercaseString") { $0.lowercased() }
  /// `swiftUppercaseString(text)`: in capital letters, by Unicode.
  public static let uppercase = text("swiftUppercaseString") { $0.uppercased() }

  /// Returns a function that makes one text of another, and NULL of all else.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - transform: Makes the text.
  /// - Returns: The function.
  package static func text(
    _ name: String, _ transform: @escaping @Sendable (String) -> String
  ) -> DatabaseFunction {
    DatabaseFunction(name, argumentCount: 1, pure: true) { values in
      String.fromDatabaseValue(values[0]).map(transform)
    }
  }
}
