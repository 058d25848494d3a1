import MigratorSession
import TerminalUI

/// The beginning and the end of a text that is too large to show as a whole: a screen is made
/// anew at every resize, and must not take seconds for a file of megabytes.
struct SQLExcerpt: Sendable, Hashable {
  /// The beginning, in whole lines where lines are not longer than it.
  let head: String
  /// The end.
  let tail: String
  /// How many lines stand between them.
  let hiddenLines: Int
  /// What is not shown, and where it can be read.
  let note: String

  private static let headBytes = 160_000
  private static let tailBytes = 20_000

  /// Takes the beginning and the end of a large text; `nil` when it can be shown as a whole.
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
      + "\(Format.count(hiddenLines, "line")) not shown; a copy has the whole text …"
  }
}

extension SQLText {
  /// How many characters of a text are shown as marks.
  ///
  /// - Complexity: O(*n*) for *n* bytes, and fast for plain ASCII.
  static func hiddenCount(_ text: String) -> Int {
    let isPlain = text.utf8.allSatisfy { ($0 >= 0x20 && $0 < 0x7F) || $0 == 0x0A || $0 == 0x09 }
    return isPlain ? 0 : SafeText.lines(text).reduce(0) { $0 + $1.hiddenCount }
  }
}
