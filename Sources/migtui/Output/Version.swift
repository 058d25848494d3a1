/// Which release this is.
enum Version {
  /// Its number, as `--version` and reports print it.
  static let text = "0.1.0"
}
