import MigratorSession
import TerminalUI

/// The head and the tail of SQL that is too large to show.
///
/// All lines are laid out again on every resize, which would take seconds for megabytes.
struct SQLExcerpt: Sendable, Hashable {
  /// The head; it ends at a line end if it contains one.
  let head: String
  /// The tail; it starts with a whole line if possible.
  let tail: String
  /// The number of line ends between head and tail.
  let hiddenLines: Int
  /// A note on the hidden part.
  let note: String

  private static let headBytes = 160_000
  private static let tailBytes = 20_000

  /// Creates the excerpt of a large text; `nil` if the whole text can be shown.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  init?(of text: String) {
    let bytes = text.utf8
    guard bytes.count > 2 * (Self.headBytes + Self.tailBytes) else { return nil }
    let headLimit = bytes.index(bytes.startIndex, offsetBy: Self.headBytes)
    let tailLimit = bytes.index(bytes.endIndex, offsetBy: -Self.tailBytes)
    let newline = UInt8(ascii: "\n")
    let headEnd = bytes[..<headLimit].lastIndex(of: newline).map { bytes.index(after: $0) }
    let tailStart = bytes[tailLimit...].firstIndex(of: newline).map { bytes.index(after: $0) }
    let first = headEnd ?? headLimit
    let last = tailStart.flatMap { $0 < bytes.endIndex ? $0 : nil } ?? tailLimit
    head = String(decoding: bytes[..<first], as: UTF8.self)
    tail = String(decoding: bytes[last...], as: UTF8.self)
    hiddenLines = bytes[first..<last].count { $0 == newline }
    note =
      "… \(Format.bytes(Int64(bytes[first..<last].count))) in "
      + "\(Format.count(hiddenLines, "line")) not shown; copy to get all of it …"
  }
}

extension SQLText {
  /// The number of characters that are shown as marks.
  ///
  /// - Complexity: O(*n*) for *n* bytes, and fast for plain ASCII.
  static func hiddenCount(_ text: String) -> Int {
    let isPlain = text.utf8.allSatisfy { ($0 >= 0x20 && $0 < 0x7F) || $0 == 0x0A || $0 == 0x09 }
    return isPlain ? 0 : SafeText.lines(text).reduce(0) { $0 + $1.hiddenCount }
  }
}
