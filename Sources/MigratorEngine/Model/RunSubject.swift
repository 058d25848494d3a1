/// The target of a run: the database or a copy.
public enum RunSubject: Sendable, Hashable {
  /// The real file.
  case database
  /// The overlay or the copy of a dry run.
  case copy
}
