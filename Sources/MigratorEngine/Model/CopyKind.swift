/// The kind of copy for a dry run: an overlay or a full copy.
public enum CopyKind: String, Sendable, Hashable, CaseIterable {
  /// A copy-on-write view, which is available immediately and only reads the file.
  case overlay
  /// A copy of the whole file.
  case full
}
