import MigratorPlatform
import TerminalUI

/// Messages from workers to the loop that owns the terminal.
final class Mailbox: Sendable {
  private let messages = Mutex<[Message]>([])
  private let waker: TerminalWaker

  init(waker: TerminalWaker) {
    self.waker = waker
  }

  func post(_ message: Message) {
    messages.withLock { $0.append(message) }
    waker.wake()
  }

  /// Removes and returns all messages, oldest first.
  func drain() -> [Message] {
    messages.withLock { stored in
      let drained = stored
      stored = []
      return drained
    }
  }
}
