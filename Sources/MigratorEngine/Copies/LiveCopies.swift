internal import MigratorPlatform

/// The copies that dry runs work on at the moment.
///
/// Copies hold the data of the database they were made of; none may stay behind. Signals that end the
/// process remove them, unless the program handles or ignores those itself.
public enum LiveCopies {
  /// Removes all copies; dry runs that still run fail afterwards.
  ///
  /// For programs with signal handlers of their own: calls nothing but atomics, `getpid`, `unlink`
  /// and `rmdir`.
  public static func removeAll() { ScratchFiles.removeAll() }
}
