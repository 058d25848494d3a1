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
    let settings = SettingsText(text, .toml)
    let value = settings.entries.last { $0.section.isEmpty && $0.key == "run_in_transaction" }?
      .values
    guard !settings.isBroken, value == nil || value == ["true"] || value == ["false"] else {
      return
    }
    runsInTransaction = value == ["true"]
  }
}
