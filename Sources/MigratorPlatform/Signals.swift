internal import CMigratorPlatform

package enum Signals {
  /// Handles Ctrl-C, SIGTERM and SIGHUP from now on, unless they are ignored.
  ///
  /// Calls the closure with each signal, on a separate thread. After the first signal, the process
  /// exits if a write to its output blocks for a second. After another signal, at least 100
  /// milliseconds later, it exits immediately. Other signals end the process as before, after removing the ``ScratchFiles``.
  ///
  /// Call this once, before starting threads.
  package static func handleTermination(_ take: @convention(c) (Int32) -> Void) {
    ignoreWriteSignals()
    platform_unblock_signals()
    platform_death_watch()
    platform_take_requests(take)
  }

  /// Exits immediately with a status, after removing the ``ScratchFiles``.
  package static func end(status: Int32) -> Never { platform_exit(status) }

  /// Makes writes return an error instead of raising SIGPIPE or SIGXFSZ.
  ///
  /// SIGPIPE means that the reader closed its end (`| head`), SIGXFSZ that a file exceeds a limit
  /// (`ulimit -f`). Neither may end the process silently within a transaction.
  package static func ignoreWriteSignals() {
    for number in [SIGPIPE, SIGXFSZ] { _ = signal(number, SIG_IGN) }
  }

  /// Handles SIGBUS, which is raised if a page of a memory-mapped file cannot be read or written.
  ///
  /// SQLite maps the `-shm` file of a database in this way. The process prints a message and exits,
  /// after removing the ``ScratchFiles``. Otherwise the process would crash with SIGBUS. Only the
  /// first call has an effect. Call it while the process has only one thread.
  ///
  /// - Parameters:
  ///   - message: The message for standard error, including its final newline.
  ///   - status: The exit status.
  package static func exitWhenPageIsLost(message: String, status: Int32) {
    // Never freed, because a signal handler reads it.
    platform_death_set_lost_page(strdup(message), status)
  }

  /// Unblocks signals that the parent process had blocked.
  ///
  /// Otherwise no signal except SIGKILL could end the process, and its copies would remain.
  package static func unblock() { platform_unblock_signals() }
}
