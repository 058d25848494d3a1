/// What a migration ran on.
public enum RunSubject: Sendable, Hashable {
  /// The real file.
  case database
  /// The overlay or the copy of a dry run.
  case copy
}
