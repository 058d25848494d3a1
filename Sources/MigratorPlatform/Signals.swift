internal import CMigratorPlatform

/// How the process answers those who ask it to end.
package enum Signals {
  /// Takes Ctrl-C, SIGTERM and SIGHUP from now on, unless they are ignored; other signals end the
  /// process as ever, after what ``ScratchFiles`` names was removed.
  ///
  /// The closure is called with each signal, on a thread of its own. The process ends after the
  /// first when it waits for a reader of its output meanwhile, and after the second at once. Called
  /// once, before threads are started.
  package static func takeRequestsToEnd(_ take: @convention(c) (Int32) -> Void) {
    letWritesFail()
    platform_unblock_signals()
    platform_death_watch()
    platform_take_requests(take)
  }

  /// Ends the process at once, with an exit status, after what ``ScratchFiles`` names was removed.
  package static func end(status: Int32) -> Never { platform_exit(status) }

  /// Lets writing fail with its error where nobody reads any more (`| head`), or where a file would grow
  /// beyond a limit (`ulimit -f`): neither must kill the process within a transaction, without a word.
  package static func letWritesFail() {
    for number in [SIGPIPE, SIGXFSZ] { _ = signal(number, SIG_IGN) }
  }

  /// Sets what happens when the disk cannot provide a page of a file that is mapped into memory.
  ///
  /// Such a file is the `-shm` file of a database. The process prints a message and exits, after what
  /// ``ScratchFiles`` names was removed. Otherwise a SIGBUS ends the process, with the report of a crash. Only the
  /// first call has an effect; it is to be made while the process has one thread.
  ///
  /// - Parameters:
  ///   - message: What is printed to standard error, with the end of its last line.
  ///   - status: The exit status.
  package static func exitWhenPageIsLost(message: String, status: Int32) {
    // Never freed: a signal handler reads it.
    platform_death_set_lost_page(strdup(message), status)
  }

  /// Lets signals through that the parent left blocked: a process that none can end keeps its
  /// copies, and a terminal, for ever.
  package static func unblock() { platform_unblock_signals() }
}
