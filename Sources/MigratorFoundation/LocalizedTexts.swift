internal import Foundation
public import MigratorSQLite

// What needs Foundation's tables of languages. On Linux they are 41 MB that every program would load which links them, so that
// they are a module of their own there; on Apple's systems they are a part of the system, and `MigratorEngine` brings this along.
// Names and orders are GRDB's: databases use them.

extension DatabaseCollation {
  /// `swiftCaseInsensitiveCompare`: capital and small letters are the same, whatever the language.
  public static let caseInsensitiveCompare = DatabaseCollation("swiftCaseInsensitiveCompare") {
    $0.caseInsensitiveCompare($1)
  }

  /// `swiftLocalizedCaseInsensitiveCompare`: the order of the user's language; capital and small letters are the same.
  public static let localizedCaseInsensitiveCompare = DatabaseCollation(
    "swiftLocalizedCaseInsensitiveCompare"
  ) { $0.localizedCaseInsensitiveCompare($1) }

  /// `swiftLocalizedCompare`: the order of the user's language.
  public static let localizedCompare = DatabaseCollation("swiftLocalizedCompare") {
    $0.localizedCompare($1)
  }

  /// `swiftLocalizedStandardCompare`: the order of file names, in which 9 comes before 10.
  public static let localizedStandardCompare = DatabaseCollation("swiftLocalizedStandardCompare") {
    $0.localizedStandardCompare($1)
  }
}

extension DatabaseFunction {
  /// `swiftCapitalizedString(text)`: each word with a capital letter.
  public static let capitalize = text("swiftCapitalizedString") { $0.capitalized }
  /// `swiftLocalizedCapitalizedString(text)`: each word with a capital letter, in the user's language.
  public static let localizedCapitalize = text("swiftLocalizedCapitalizedString") {
    $0.localizedCapitalized
  }
  /// `swiftLocalizedLowercaseString(text)`: in small letters, in the user's language.
  public static let localizedLowercase = text("swiftLocalizedLowercaseString") {
    $0.localizedLowercase
  }
  /// `swiftLocalizedUppercaseString(text)`: in capital letters, in the user's language.
  public static let localizedUppercase = text("swiftLocalizedUppercaseString") {
    $0.localizedUppercase
  }
}
