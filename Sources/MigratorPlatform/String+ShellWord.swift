extension String {
  /// The string as one word for bash or zsh, unquoted if it is plain.
  ///
  /// The shell does not expand any part of it. Invisible characters and `##`, which build servers
  /// interpret, are escaped, so the word has no line breaks and is printed unchanged.
  package var shellWord: String {
    let isPlain = unicodeScalars.allSatisfy { scalar in
      scalar.isASCII && scalar.properties.isAlphabetic || "0"..."9" ~= scalar
        || "-_./+%@,:".unicodeScalars.contains(scalar)
    }
    return isPlain && !isEmpty ? self : quotedShellWord
  }

  /// The string as one word for bash or zsh, always in quotes.
  package var quotedShellWord: String {
    // Single quotes disable all special characters, even the `!` of bash's history.
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
      // Each byte has three octal digits, so a digit that follows is not part of the escape.
      default:
        for byte in String(scalar).utf8 {
          let digits = String(byte, radix: 8)
          word += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
        }
      }
    } + "'"
  }

  /// True for a visible character and an ordinary space.
  private static func isPrintedUnchanged(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar.isVisible && scalar.properties.generalCategory != .spaceSeparator
  }
}
