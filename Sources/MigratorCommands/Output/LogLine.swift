/// Lines in the log of a build server, which takes some of them for commands.
///
/// GitHub runs a line that begins with `::`, whatever space is before it, and takes `##[` in any place of a line
/// for the beginning of a command, as Azure takes `##vso[` and TeamCity `##teamcity[`. No SQL has these outside
/// of literals and comments.
///
/// - Source: <https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs>
enum LogLine {
  /// A line of which no build server takes a part for a command: a mark replaces a character of it.
  static func safe(_ line: String) -> String {
    let scalars = line.unicodeScalars
    guard scalars.contains(where: { $0 == ":" || $0 == "#" }) else { return line }
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

  /// Whether a text begins with a bracket, after a word or none.
  private static func isBracketed(_ text: Substring.UnicodeScalarView) -> Bool {
    text.drop { $0.isASCII && $0.properties.isAlphabetic }.first == "["
  }
}
