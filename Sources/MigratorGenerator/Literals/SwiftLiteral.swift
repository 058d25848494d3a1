internal import MigratorPlatform

/// Strings as Swift literals that preserve every byte.
enum SwiftLiteral {
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      default: append(scalar, to: &result, escape: "\\")
      }
    }
    return result + "\""
  }

  /// Returns the opening delimiter of a multi-line literal and the lines after it.
  ///
  /// The last line contains the closing delimiter. Lines longer than the width are broken with
  /// escaped newlines, which do not change the value.
  static func lines(
    of text: String, indent: Int, width: Int = 100
  ) -> (opening: String, lines: [String]) {
    let hashes = String(repeating: "#", count: hashCount(for: text))
    let escape = "\\" + hashes
    let space = String(repeating: " ", count: indent)
    var lines: [String] = []
    for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
      let pieces = pieces(of: line, escape, room: max(20, width - indent - escape.count))
      for piece in pieces.dropLast() { lines.append(space + piece + escape) }
      let last = pieces.last ?? ""
      lines.append(last.isEmpty ? "" : space + last)
    }
    lines.append(space + "\"\"\"" + hashes)
    return (hashes + "\"\"\"", lines)
  }

  /// The smallest number of `#` signs for which the text contains no delimiter or escape.
  private static func hashCount(for text: String) -> Int {
    let bytes = Array(text.utf8)
    var count = 1
    for index in bytes.indices {
      let isEnd =
        bytes[index] == UInt8(ascii: "\"") && bytes[index...].starts(with: [0x22, 0x22, 0x22])
      guard isEnd || bytes[index] == UInt8(ascii: "\\") else { continue }
      let signs = bytes[(index + (isEnd ? 3 : 1))...].prefix { $0 == UInt8(ascii: "#") }.count
      count = max(count, signs + 1)
    }
    return count
  }

  /// Breaks a line into pieces that fit, after a space if there is one.
  private static func pieces(
    of line: Substring.UnicodeScalarView, _ escape: String, room: Int
  ) -> [String] {
    var pieces: [String] = []
    var piece: [String] = []
    var length = 0
    for (index, scalar) in zip(line.indices, line) {
      var next = ""
      if scalar == " ", line.index(after: index) == line.endIndex {
        // Editors remove trailing spaces.
        next = "\(escape)u{20}"
      } else {
        append(scalar, to: &next, escape: escape)
      }
      if length + next.unicodeScalars.count > room {
        let end = piece.lastIndex(of: " ").map { $0 + 1 } ?? piece.count
        pieces.append(piece[..<end].joined())
        piece.removeSubrange(..<end)
        length = piece.reduce(0) { $0 + $1.unicodeScalars.count }
      }
      piece.append(next)
      length += next.unicodeScalars.count
    }
    return pieces + [piece.joined()]
  }

  private static func append(_ scalar: Unicode.Scalar, to result: inout String, escape: String) {
    if isPlain(scalar) {
      result.unicodeScalars.append(scalar)
    } else {
      result += "\(escape)u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }
  }

  /// Returns whether a scalar needs no escape: it is visible, or it is the space.
  static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse,
      .surrogate:
      false
    case .spaceSeparator: scalar == " "
    default: !scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  /// An SQL name or type in backticks, for a comment.
  static func code(_ text: String) -> String {
    "`" + plainLine(text.escaping(["`": "'"]), width: 60) + "`"
  }

  /// The text on one line of at most `width` characters.
  ///
  /// White space becomes a space, and other invisible characters become a question mark.
  static func plainLine(_ text: String, width: Int) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      result.append(isPlain(scalar) ? scalar : scalar.properties.isWhitespace ? " " : "?")
    }
    let line = String(result).split(separator: " ").joined(separator: " ")
    return line.count > width ? String(line.prefix(width - 1)) + "…" : line
  }
}
