/// How folders that are named after versions are sorted.
public enum VersionOrder: String, Sendable, Hashable, CaseIterable {
  /// As texts: `0.10` comes before `0.2`.
  case names
  /// As numbers: `0.2` comes before `0.10`.
  case numbers
}
