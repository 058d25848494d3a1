/// What the `metadata.toml` of a migration of diesel says.
struct DieselMetadata {
  /// Whether the migration runs in a transaction.
  private(set) var runsInTransaction = true

  /// Reads a file: where it is missing or is no TOML, there is a transaction, but where it is there
  /// and does not speak of it, there is none.
  ///
  /// Source: diesel-rs/diesel `diesel_migrations/src/file_based_migrations.rs`, whose default of a
  /// missing key is `false`.
  init(_ text: String?) {
    guard let text else { return }
    var isWithinTable = false
    var value = false
    for line in text.split(whereSeparator: \.isNewline) {
      let content = line.prefix { $0 != "#" }.split { $0.isWhitespace }.joined()
      if content.isEmpty { continue }
      if content.hasPrefix("[") {
        isWithinTable = true
        continue
      }
      let parts = content.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { return }
      guard parts[0] == "run_in_transaction", !isWithinTable else { continue }
      guard parts[1] == "true" || parts[1] == "false" else { return }
      value = parts[1] == "true"
    }
    runsInTransaction = value
  }
}
