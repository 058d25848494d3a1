/// The kind of copy for a dry run: an overlay or a full copy.
public enum CopyKind: String, Sendable, Hashable, CaseIterable {
  /// A copy-on-write view of the file, which is only read; available immediately.
  case overlay
  /// A copy of the whole file.
  case full
}
