internal import CMigratorPlatform

/// Temporary files, such as database copies, that are removed if a signal ends the process.
///
/// Creating the first value installs signal handlers; the signals still end the process. Ignored
/// signals, and signals that the program handles itself, are left unchanged. Existing crash
/// handlers, such as Swift's backtracer, are called before the end. SIGKILL leaves the files
/// behind.
package struct ScratchFiles: ~Copyable, Sendable {
  private let entries: [Int32]

  /// Registers files, and the folder that contains only them.
  ///
  /// Call this before creating them, so that a signal cannot leave them behind.
  package init(_ files: [String], folder: String? = nil) {
    platform_death_watch()
    entries =
      files.map { platform_scratch_enter($0, 0) }
      + (folder.map { [platform_scratch_enter($0, 1)] } ?? [])
  }

  /// Unregisters the files; their owner removes them.
  deinit { entries.forEach(platform_scratch_leave) }

  /// Removes all files registered by this process; async-signal-safe.
  package static func removeAll() { platform_scratch_remove() }
}
