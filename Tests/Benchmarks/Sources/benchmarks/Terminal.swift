internal import Foundation

struct Terminal {
  /// Starts a program in a new terminal of 80 columns and 24 rows, and ends it afterwards.
  ///
  /// Returns the seconds from the start until each of the texts appeared, in order.
  ///
  /// - Throws: ``Silence`` if the program ends, or draws nothing for a minute, before a text
  ///   appears.
  static func times(
    until texts: [String], of start: (_ terminal: Int32) throws -> Child
  ) throws -> [Double] {
    var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    var (master, slave): (Int32, Int32) = (-1, -1)
    guard openpty(&master, &slave, nil, nil, &size) == 0 else { throw Silence(text: "a terminal") }
    for end in [master, slave] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let begin = ContinuousClock.now
    let child = try start(slave)
    close(slave)
    defer {
      kill(child.identifier, SIGTERM)
      // Reads the remaining output, since the program draws until it ends.
      while read(master) != nil {}
      _ = child.end()
      close(master)
    }
    var times: [Double] = []
    var drawn: [UInt8] = []
    while times.count < texts.count {
      let text = Array(texts[times.count].utf8)
      if let place = drawn.firstRange(of: text) {
        times.append((ContinuousClock.now - begin) / .seconds(1))
        drawn.removeSubrange(..<place.upperBound)
      } else if let bytes = read(master) {
        drawn += bytes
      } else {
        throw Silence(text: texts[times.count])
      }
    }
    return times
  }

  /// Returns the available output; `nil` at the end, or after a minute without any.
  private static func read(_ master: Int32) -> [UInt8]? {
    var events = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&events, 1, 60_000) > 0 else { return nil }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    #if canImport(Glibc)
      let count = Glibc.read(master, &buffer, buffer.count)
    #else
      let count = Darwin.read(master, &buffer, buffer.count)
    #endif
    return count > 0 ? Array(buffer[..<count]) : nil
  }
}

struct Silence: Error {
  let text: String
}
