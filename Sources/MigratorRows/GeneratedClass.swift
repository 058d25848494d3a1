/// How likely a generated value is to occur in a real file.
public enum GeneratedClass: String, Sendable, Hashable, CaseIterable {
  /// An app might write it.
  case plain
  /// The schema allows it, but it is unlikely.
  case odd
}
