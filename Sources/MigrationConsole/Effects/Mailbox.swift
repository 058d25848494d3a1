import MigratorPlatform
import TerminalUI

/// Messages from workers to the loop that owns the terminal.
final class Mailbox: Sendable {
  private let messages = Mutex<[Message]>([])
  private let waker: TerminalWaker

  /// Creates an empty mailbox, which wakes the loop out of its wait for keys.
  init(waker: TerminalWaker) {
    self.waker = waker
  }

  /// Puts a message in and wakes the loop.
  func post(_ message: Message) {
    messages.withLock { $0.append(message) }
    waker.wake()
  }

  /// Takes out all messages, in the order in which they were put in.
  func drain() -> [Message] {
    messages.withLock { stored in
      let drained = stored
      stored = []
      return drained
    }
  }
}
