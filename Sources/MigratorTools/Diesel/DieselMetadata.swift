struct DieselMetadata {
  private(set) var runsInTransaction = true

  /// Parses a file.
  ///
  /// The migration runs in a transaction if the file is missing or invalid. It does not if the file
  /// exists without the key.
  ///
  /// Source: diesel-rs/diesel `diesel_migrations/src/file_based_migrations.rs`, where a missing key
  /// defaults to `false`.
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
