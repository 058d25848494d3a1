extension String {
  /// The text as one word of a command to paste into bash or zsh: unchanged if it is plain.
  ///
  /// Nothing in it is expanded. Invisible characters, and `##`, which build servers read, are written as escapes:
  /// the word stays on its line, and is printed unchanged.
  package var shellWord: String {
    let isPlain = unicodeScalars.allSatisfy { scalar in
      scalar.isASCII && scalar.properties.isAlphabetic || "0"..."9" ~= scalar
        || "-_./+%@,:".unicodeScalars.contains(scalar)
    }
    return isPlain && !isEmpty ? self : quotedShellWord
  }

  /// The text as one word of a command to paste into bash or zsh, in quotes.
  package var quotedShellWord: String {
    // Between single quotes nothing has a meaning, not even the `!` of bash's history.
    guard unicodeScalars.allSatisfy(Self.isPrintedUnchanged), !contains("##") else {
      return escapedShellWord
    }
    let hasMeaning = unicodeScalars.contains { "$`\"\\!".unicodeScalars.contains($0) }
    return hasMeaning ? "'" + escaping(["'": "'\\''"]) + "'" : "\"\(self)\""
  }

  private var escapedShellWord: String {
    unicodeScalars.reduce(into: "$'") { word, scalar in
      switch scalar {
      case "'", "\\": word += "\\\(scalar)"
      case "\n": word += "\\n"
      case _ where scalar != "#" && Self.isPrintedUnchanged(scalar):
        word.unicodeScalars.append(scalar)
      // By its bytes, three octal digits each: a digit that follows is no part of it.
      default:
        for byte in String(scalar).utf8 {
          let digits = String(byte, radix: 8)
          word += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
        }
      }
    } + "'"
  }

  /// Whether a character is seen, and no space that looks like another.
  private static func isPrintedUnchanged(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar.isVisible && scalar.properties.generalCategory != .spaceSeparator
  }
}
