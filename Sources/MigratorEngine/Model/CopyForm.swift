/// What a dry run works on.
public enum CopyForm: String, Sendable, Hashable, CaseIterable {
  /// An overlay: what is written lies over the file, which is only read. There at once.
  case overlay
  /// A copy of the whole file.
  case full
}
