/// The copies that exist at the moment, so that a signal handler can remove them.
public enum LiveCopies {
  /// Removes all copies that exist at the moment.
  public static func removeAll() {}
}
