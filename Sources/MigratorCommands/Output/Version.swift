/// Which release this is.
package enum Version {
  /// Its number, as `--version` and reports print it.
  package static let text = "0.1.0"
}
