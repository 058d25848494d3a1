internal import Foundation
public import MigratorSQLite

// Collations and functions that require Foundation's language tables. On Linux these tables add 41
// MB to every program that links them, so they are in a separate module. On Apple platforms they
// are part of the system, and `MigratorEngine` exports this module. Names and orders are those of
// GRDB, because existing databases use them. As in GRDB, each connection of a program that links
// this module has them.

/// Replaces the weak C function of `CMigratorPlatform`, which does nothing.
@_cdecl("platform_add_localized_texts")
func addLocalizedTexts(_ pointer: UnsafeMutableRawPointer) {
  let database = Unmanaged<Database>.fromOpaque(pointer).takeUnretainedValue()
  let collations: [DatabaseCollation] = [
    .caseInsensitiveCompare, .localizedCaseInsensitiveCompare, .localizedCompare,
    .localizedStandardCompare,
  ]
  for collation in collations { database.add(collation: collation) }
  let functions: [DatabaseFunction] = [
    .capitalize, .localizedCapitalize, .localizedLowercase, .localizedUppercase,
  ]
  for function in functions { database.add(function: function) }
}

extension DatabaseCollation {
  /// `swiftCaseInsensitiveCompare`: ignores case, independent of the locale.
  public static let caseInsensitiveCompare = DatabaseCollation("swiftCaseInsensitiveCompare") {
    $0.caseInsensitiveCompare($1)
  }

  /// `swiftLocalizedCaseInsensitiveCompare`: the order of the user's locale, ignoring case.
  public static let localizedCaseInsensitiveCompare = DatabaseCollation(
    "swiftLocalizedCaseInsensitiveCompare"
  ) { $0.localizedCaseInsensitiveCompare($1) }

  /// `swiftLocalizedCompare`: the order of the user's locale.
  public static let localizedCompare = DatabaseCollation("swiftLocalizedCompare") {
    $0.localizedCompare($1)
  }

  /// `swiftLocalizedStandardCompare`: the order of file names; 9 sorts before 10.
  public static let localizedStandardCompare = DatabaseCollation("swiftLocalizedStandardCompare") {
    $0.localizedStandardCompare($1)
  }
}

extension DatabaseFunction {
  /// `swiftCapitalizedString(text)`: capitalizes each word.
  public static let capitalize = text("swiftCapitalizedString") { $0.capitalized }
  /// `swiftLocalizedCapitalizedString(text)`: capitalizes each word by the rules of the user's
  /// locale.
  public static let localizedCapitalize = text("swiftLocalizedCapitalizedString") {
    $0.localizedCapitalized
  }
  /// `swiftLocalizedLowercaseString(text)`: converts to lowercase by the rules of the user's
  /// locale.
  public static let localizedLowercase = text("swiftLocalizedLowercaseString") {
    $0.localizedLowercase
  }
  /// `swiftLocalizedUppercaseString(text)`: converts to uppercase by the rules of the user's
  /// locale.
  public static let localizedUppercase = text("swiftLocalizedUppercaseString") {
    $0.localizedUppercase
  }
}
