public import MigratorEngine
internal import MigratorSQLite

/// A migration as an operator names it: by identifier, number or prefix.
public struct MigrationName: Sendable, Hashable {
  /// The given name.
  public let text: String

  /// Creates a name.
  public init(_ text: String) { self.text = text }

  /// Returns the identifiers that the name may mean.
  ///
  /// An identifier overrides a number, and a number overrides a prefix. `9` is the number of
  /// `009_names`.
  ///
  /// - Parameter identifiers: The migrations to choose from.
  /// - Returns: One identifier if the name is unique.
  /// - Complexity: O(*n*) for *n* identifiers.
  public func candidates(among identifiers: [String]) -> [String] {
    if identifiers.contains(text) { return [text] }
    if text.isEmpty { return [] }
    let number = Self.number(of: text)
    let numbered =
      number.count == text.count && !text.isEmpty
      ? identifiers.filter { Self.significant(Self.number(of: $0)) == Self.significant(number) }
      : []
    if numbered.count == 1 { return numbered }
    let begun = identifiers.filter { $0.hasPrefix(text) }
    return begun.isEmpty ? numbered : begun
  }

  /// Returns the identifier that the name means.
  ///
  /// - Parameter identifiers: The migrations to choose from.
  /// - Returns: The identifier.
  /// - Throws: ``MigrationNameFailure`` if none or several match.
  public func identifier(among identifiers: [String]) throws(MigrationNameFailure) -> String {
    let found = candidates(among: identifiers)
    guard let first = found.first, found.count == 1 else {
      throw MigrationNameFailure(
        name: text, isAmbiguous: !found.isEmpty, candidates: found.isEmpty ? identifiers : found)
    }
    return first
  }

  /// Returns the number at the start of a text: `009` or `008.1`; empty if there is none.
  package static func number(of text: some StringProtocol) -> Substring {
    let text = Substring(text)
    var number = text.prefix { $0.isASCII && $0.isNumber }
    while !number.isEmpty, text[number.endIndex...].first == "." {
      let part = text[number.endIndex...].dropFirst().prefix { $0.isASCII && $0.isNumber }
      if part.isEmpty { break }
      number = text[..<part.endIndex]
    }
    return number
  }

  private static func significant(_ digits: Substring) -> Substring? {
    digits.isEmpty ? nil : digits.drop { $0 == "0" }
  }
}

/// A name that matches no migration, or several.
public struct MigrationNameFailure: Error, Sendable, Hashable {
  /// The given name.
  public let name: String
  /// True if several migrations match.
  public let isAmbiguous: Bool
  /// The matching migrations, or all if none matches.
  public let candidates: [String]
}

extension MigrationNameFailure: ExplainedError {
  private static let limit = 20

  /// The reason, the candidates, and the category.
  public var explanation: Explanation {
    let rest = candidates.count - Self.limit
    let more = rest > 0 ? ", and \(Format.number(Int64(rest))) more" : ""
    let list = candidates.prefix(Self.limit).joined(separator: ", ") + more
    return Explanation(
      .usage,
      isAmbiguous
        ? "\"\(name)\" matches \(Format.count(candidates.count, "migration"))."
        : "Unknown migration \"\(name)\".",
      candidates.isEmpty
        ? "List the migrations: \(command: "status", "DB")." : "Choose one of \(list).")
  }
}

extension MigrationSession {
  /// Returns the identifier of the registered migration that a name means.
  ///
  /// - Parameter name: The identifier, its number, or a unique prefix.
  /// - Returns: The identifier.
  /// - Throws: ``MigrationNameFailure``; the errors of ``overview()``.
  public func identifier(named name: String) throws -> String {
    try MigrationName(name).identifier(among: overview().registered.map(\.identifier))
  }
}

extension [String] {
  /// Replaces the migration's name in arguments of `--agree` with its identifier, if it is unique.
  func namingMigrations(_ registered: [RegisteredMigration]) -> [String] {
    let identifiers = registered.map(\.identifier)
    return map { given in
      guard let colon = given.lastIndex(of: ":") else { return given }
      let found = MigrationName(String(given[..<colon])).candidates(among: identifiers)
      return found.count == 1 ? found[0] + given[colon...] : given
    }
  }
}
