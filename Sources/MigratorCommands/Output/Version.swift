package enum Version {
  /// The version, as `--version` and reports print it.
  package static let text = "0.1.0"
}
