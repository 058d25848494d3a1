/// Escapes lines for the logs of build servers, which interpret some lines as commands.
///
/// GitHub runs a line that begins with `::`, even after white space. It also interprets `##[`
/// anywhere in a line as a command, as Azure does with `##vso[` and TeamCity with `##teamcity[`.
/// SQL contains these only in literals and comments.
///
/// Source: <https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs>
enum LogLine {
  /// Replaces a character of each sequence that a build server would interpret as a command.
  static func safe(_ line: String) -> String {
    guard hasPair(line) else { return line }
    let scalars = line.unicodeScalars
    var safe = String.UnicodeScalarView()
    var rest = scalars[...]
    let start = rest.drop(while: \.properties.isWhitespace)
    if start.starts(with: "::".unicodeScalars) {
      safe.append(contentsOf: scalars[..<start.startIndex])
      safe.append(contentsOf: "<U+003A>".unicodeScalars)
      rest = start.dropFirst()
    }
    while let scalar = rest.popFirst() {
      safe.append(scalar)
      if scalar == "#", rest.first == "#", isBracketed(rest.dropFirst()) {
        safe.append(contentsOf: "<U+0023>".unicodeScalars)
        rest.removeFirst()
      }
    }
    return String(safe)
  }

  /// True if two colons or two number signs are adjacent, without which no line is a command.
  private static func hasPair(_ line: String) -> Bool {
    var line = line
    return line.withUTF8 { bytes in
      var previous: UInt8 = 0
      for byte in bytes {
        if byte == previous, byte == UInt8(ascii: ":") || byte == UInt8(ascii: "#") { return true }
        previous = byte
      }
      return false
    }
  }

  /// True for a bracket, optionally after a word.
  private static func isBracketed(_ text: Substring.UnicodeScalarView) -> Bool {
    text.drop { $0.isASCII && $0.properties.isAlphabetic }.first == "["
  }
}
