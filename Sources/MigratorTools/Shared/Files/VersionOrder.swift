/// The order of folders that are named after versions.
public enum VersionOrder: String, Sendable, Hashable, CaseIterable {
  /// By name: `0.10` precedes `0.2`.
  case names
  /// By number: `0.2` precedes `0.10`.
  case numbers
}
