import Foundation
import MigratorTestSupport

/// The console in a real terminal into which odd bytes are typed.
enum TerminalTrial {
  private static let pieces: [[UInt8]] =
    [
      "\u{1B}", "\u{1B}[", "\u{1B}O", "\u{1B}[A", "\u{1B}[200~", "\u{1B}[201~", "\u{1B}[1;5C",
      "\u{1B}[<0;10;10M", "\u{1B}]52;c;?\u{7}", "\u{1B}P", "\u{9C}", "d", "D", "s", "a", "x", "n",
      "R",
      "u", "v", "/", ":", "?", "m", "e", "y", "\t", "\r", " ", "j", "G", "1", "2", "3", "4", "q",
      "\u{3}",
      "é", "大", "\u{202E}", "SELECT 1", "\u{C}", "\u{12}",
    ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xE5, 0xA4], [0x80], [0]]

  /// Types random bytes and asks the program to end.
  ///
  /// - Returns: What is wrong, in words; `nil` where the program ended by itself and the database is in one
  ///   of the states that whole migrations leave.
  static func problem(in world: TrialWorld, using generator: inout SeededGenerator) throws
    -> String?
  {
    var typed: [UInt8] = []
    for _ in 0..<Int.random(in: 1...60, using: &generator) {
      typed +=
        Bool.random(using: &generator)
        ? pieces.randomElement(using: &generator) ?? []
          // Neither of the keys by which the terminal itself ends or stops the program.
        : [UInt8.random(in: 0...255, using: &generator)].filter { $0 != 0x1C && $0 != 0x1A }
    }
    let outcome = try world.type(typed)
    let text = "typed \(typed)"
    // Ended by Ctrl-C or q of its own, by our request, or the terminal is gone.
    guard [0, 2, 129, 130, 143].contains(outcome) else {
      return "it ended with \(outcome); \(text)"
    }
    let state = world.state()
    return state.index == nil ? "neither as before nor as after: \(state.reason); \(text)" : nil
  }
}

extension TrialWorld {
  /// Runs the console in a pseudo terminal, types bytes, and asks it to end.
  ///
  /// - Returns: The exit status; 128 and more for a signal.
  func type(_ bytes: [UInt8]) throws -> Int32 {
    var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    var (master, slave): (Int32, Int32) = (-1, -1)
    guard openpty(&master, &slave, nil, nil, &size) == 0 else {
      throw TrialFailure(description: "no pseudo terminal: \(errno)")
    }
    let process = try console(FileHandle(fileDescriptor: slave, closeOnDealloc: false))
    close(slave)
    let end = master
    // What is drawn is read to its end, so that the program never waits for us.
    let reader = Thread {
      var buffer = [UInt8](repeating: 0, count: 4096)
      while read(end, &buffer, buffer.count) > 0 {}
      close(end)
    }
    reader.start()
    for start in stride(from: 0, to: bytes.count, by: 16) {
      let part = Array(bytes[start..<min(start + 16, bytes.count)])
      _ = write(master, part, part.count)
    }
    kill(process.processIdentifier, SIGTERM)
    defer {
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }
    try Limit.wait(for: "the end of the console", seconds: 60) { !process.isRunning }
    return process.terminationStatus + (process.terminationReason == .uncaughtSignal ? 128 : 0)
  }
}
