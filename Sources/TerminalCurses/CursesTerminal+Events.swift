import CNCursesShim
public import TerminalUI

extension CursesTerminal {
  /// Waits for the next event.
  ///
  /// - Parameter timeoutMilliseconds: The maximum wait; nil waits indefinitely.
  /// - Returns: The event, or nil on timeout.
  public func nextEvent(timeoutMilliseconds: Int?) -> TerminalEvent? {
    let deadline = timeoutMilliseconds.map { ContinuousClock.now + .milliseconds($0) }
    while true {
      readSignals()
      if !pending.isEmpty { return pending.removeFirst() }
      // Read before waiting, because ncurses may have buffered input.
      if let event = readInput() { return event }
      if isWoken {
        isWoken = false
        return .wake
      }
      switch Int(ncshim_wait(Self.milliseconds(until: deadline))) {
      case NCSHIM_WAIT_TIMEOUT: return nil
      case NCSHIM_WAIT_HANGUP where !isGone:
        isGone = true
        return .interrupted(.hangup)
      case NCSHIM_WAIT_HANGUP:
        // The hang-up was already reported. Work that is rolling back can still wake the loop, so
        // repeat the hang-up only every second.
        let soon = ContinuousClock.now + .seconds(1)
        let end = deadline.map { min($0, soon) } ?? soon
        let result = ncshim_wait_without_terminal(Self.milliseconds(until: end))
        if Int(result) == NCSHIM_WAIT_TIMEOUT { return end == soon ? .interrupted(.hangup) : nil }
      default: continue
      }
    }
  }

  /// Discards keys and pasted text received so far.
  ///
  /// They are read completely, so that the rest of a paste that is still arriving is not read as
  /// keys.
  public func flushTypeAhead() {
    pending.removeAll { event in
      switch event {
      case .key, .paste, .mouse: true
      case .resize, .wake, .interrupted: false
      }
    }
    // Limited to what a terminal can buffer, so that a key held down cannot block this loop.
    for _ in 0..<Self.typeAheadLimit {
      guard readInput() != nil else { return }
    }
  }

  private static let typeAheadLimit = 10_000

  private func readSignals() {
    let signals = Int(ncshim_take_signals())
    guard signals != 0 else { return }
    if signals & NCSHIM_WOKEN != 0 { isWoken = true }
    if signals & NCSHIM_SIGNAL_TERM != 0 { pending.append(.interrupted(.terminate)) }
    if signals & NCSHIM_SIGNAL_HUP != 0 { pending.append(.interrupted(.hangup)) }
    if signals & NCSHIM_SIGNAL_INT != 0 { pending.append(.key(.control("c"))) }
    if signals & NCSHIM_SIGNAL_WINCH != 0, ncshim_resize() != 0 {
      updateSize()
      shown = nil
      pending.append(.resize(size))
    }
    if signals & NCSHIM_SIGNAL_TSTP != 0 {
      suspend()
    } else if signals & NCSHIM_SIGNAL_CONT != 0 {
      ncshim_reenter()
      repaint()
    }
  }

  // The next event, ignoring unknown input; nil if nothing has arrived.
  private func readInput() -> TerminalEvent? {
    var input = ncshim_input()
    while true {
      ncshim_read(&input)
      switch Int(input.kind) {
      case NCSHIM_NONE:
        return nil
      case NCSHIM_PASTE:
        return .paste(Self.readPaste())
      case NCSHIM_MOUSE:
        if let event = MouseTranslation.event(input) { return .mouse(event) }
      default:
        if let key = KeyTranslation.key(input, isUTF8: capabilities.isUTF8) { return .key(key) }
      }
    }
  }

  private static func readPaste() -> String {
    var count = 0
    guard let bytes = ncshim_read_paste(&count) else { return "" }
    defer { ncshim_free(bytes) }
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  private static func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
    guard let deadline else { return -1 }
    let left = ContinuousClock.now.duration(to: deadline)
    guard left > .zero else { return 0 }
    // Round up, so that the last fraction of a millisecond does not spin.
    return Int32(clamping: Int((left / Duration.milliseconds(1)).rounded(.up)))
  }
}

/// Converts mouse reports (xterm's SGR encoding, 1006).
enum MouseTranslation {
  /// The event; `nil` for other buttons, and for Shift, which terminals reserve for selecting text.
  static func event(_ input: ncshim_input) -> MouseEvent? {
    let code = Int(input.value)
    let point = Point(x: Int(input.column), y: Int(input.row))
    // Shift, Alt and Ctrl are 4, 8 and 16.
    guard code & 0b1_1100 == 0, point.x >= 0, point.y >= 0 else { return nil }
    switch code {
    case 64: return MouseEvent(.wheelUp, at: point)
    case 65: return MouseEvent(.wheelDown, at: point)
    case 0: return MouseEvent(input.is_release != 0 ? .release : .press, at: point)
    case 32: return MouseEvent(.drag, at: point)
    default: return nil
    }
  }
}

enum KeyTranslation {
  static func key(_ input: ncshim_input, isUTF8: Bool) -> Key? {
    switch Int(input.kind) {
    case NCSHIM_KEY: named(Int(input.value))
    case NCSHIM_FUNCTION_KEY: .function(Int(input.value))
    case NCSHIM_CHARACTER: character(input.value, isUTF8: isUTF8)
    default: nil
    }
  }

  static func character(_ value: UInt32, isUTF8: Bool) -> Key? {
    switch value {
    case 0x09: return .tab
    case 0x0D: return .enter
    case 0x1B: return .escape
    case 0x08, 0x7F: return .backspace
    case 0x00: return .control(" ")
    case 0x01...0x1A: return .control(Character(Unicode.Scalar(UInt8(value + 0x60))))
    case 0x1C...0x1F: return .control(Character(Unicode.Scalar(UInt8(value + 0x40))))
    case 0x80..<0xA0: return nil
    case 0x80...: return isUTF8 ? Unicode.Scalar(value).map { .char(Character($0)) } : nil
    default: return Unicode.Scalar(value).map { .char(Character($0)) }
    }
  }

  private static let names: [Int: Key] = [
    NCSHIM_KEY_UP: .up, NCSHIM_KEY_DOWN: .down, NCSHIM_KEY_LEFT: .left, NCSHIM_KEY_RIGHT: .right,
    NCSHIM_KEY_PAGE_UP: .pageUp, NCSHIM_KEY_PAGE_DOWN: .pageDown, NCSHIM_KEY_HOME: .home,
    NCSHIM_KEY_END: .end, NCSHIM_KEY_DELETE: .delete, NCSHIM_KEY_BACKSPACE: .backspace,
    NCSHIM_KEY_BACK_TAB: .backTab, NCSHIM_KEY_ENTER: .enter,
  ]

  private static func named(_ value: Int) -> Key? { names[value] }
}
