internal import MigratorPlatform

/// The temporary copies of the dry runs in progress.
///
/// The copies contain data of the original database, so none may be left behind. Signals that end
/// the process remove them, unless the program handles or ignores those signals.
public enum LiveCopies {
  /// Removes all copies; dry runs in progress then fail.
  ///
  /// Safe to call in a signal handler: calls only atomics, `getpid`, `unlink` and `rmdir`.
  public static func removeAll() { ScratchFiles.removeAll() }
}
