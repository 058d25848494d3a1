package enum Version {
  /// The version, as `--version` and reports print it.
  package static let text = "0.1.0"
  /// The date of the version, which the manual page shows.
  package static let date = "2026-11-26"
}
