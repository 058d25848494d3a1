internal import CMigratorPlatform

/// Files that are removed when a signal ends the process, such as copies of databases.
///
/// The first value makes the process notice such signals; it still ends by them. Signals that are
/// ignored, or that the program handles itself, stay as they are; handlers of crashes, such as
/// Swift's backtracer, are called before the end. SIGKILL leaves the files behind.
package struct ScratchFiles: ~Copyable, Sendable {
  private let entries: [Int32]

  /// Enters files, and a folder that is empty without them, before they are made: a signal in
  /// between must not leave them behind.
  package init(_ files: [String], folder: String? = nil) {
    platform_death_watch()
    entries =
      files.map { platform_scratch_enter($0, 0) }
      + (folder.map { [platform_scratch_enter($0, 1)] } ?? [])
  }

  /// Takes the files out again; their owner removes them.
  deinit { entries.forEach(platform_scratch_leave) }

  /// Removes all files entered by this process; async-signal-safe.
  package static func removeAll() { platform_scratch_remove() }
}
