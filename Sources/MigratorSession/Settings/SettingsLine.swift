/// A line `NAME = VALUE` of a settings file.
package struct SettingsLine: Sendable, Hashable {
  /// The path of the file.
  package let file: String
  /// The number of the line, from 1.
  package let number: Int
  /// The section; empty before the first one.
  package let section: String
  /// The name.
  ///
  /// A reader can replace it, so that two spellings of a setting count as the same.
  package var name: String
  /// The text after the first equals sign, without a comment.
  package let value: String
  /// The whole line.
  package let text: String

  /// Reads the settings of a file in order.
  ///
  /// A file has sections `[NAME]`, settings `NAME = VALUE` and comments, which begin with `#`. After
  /// a value, a space must follow the `#`.
  ///
  /// - Parameters:
  ///   - text: The contents of the file.
  ///   - file: The path of the file.
  ///   - sections: The names of the sections.
  ///   - set: Receives each setting and returns the error, as a sentence, or `nil`.
  /// - Returns: The errors, including settings that occur twice.
  package static func read(
    _ text: String, of file: String, sections: [String],
    set: (inout SettingsLine) -> String?
  ) -> [SettingsProblem] {
    var problems: [SettingsProblem] = []
    var section: String? = ""
    var seen: [String: Int] = [:]
    // Windows editors may add a byte order mark and end lines with a carriage return.
    let hasMark = text.unicodeScalars.first == "\u{FEFF}"
    let text = String(text.unicodeScalars.dropFirst(hasMark ? 1 : 0))
    let rows = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, row) in rows.enumerated() {
      let row = row.trimmed
      if row.isEmpty || row.hasPrefix("#") { continue }
      func report(_ message: String) {
        problems.append(SettingsProblem(file: file, line: index + 1, message: message))
      }
      let equals = row.firstIndex(of: "=")
      if row.hasPrefix("["), row.hasSuffix("]"), equals == nil {
        let name = String(row.dropFirst().dropLast())
        section = sections.contains(name) ? name : nil
        if section == nil {
          let all = sections.map { "[\($0)]" }
          report(
            "Unknown section [\(name)]; the sections are "
              + "\(all.dropLast().joined(separator: ", ")) and \(all.last ?? "").")
        }
        continue
      }
      // The unknown section was already reported.
      guard let section else { continue }
      guard let equals else {
        report("Write a setting as NAME = VALUE.")
        continue
      }
      var line = SettingsLine(
        file: file, number: index + 1, section: section, name: row[..<equals].trimmed,
        value: withoutComment(row[row.index(after: equals)...]).trimmed, text: row)
      let problem = set(&line)
      let first = seen.updateValue(index + 1, forKey: "\(section) \(line.name)")
      if let problem {
        report(problem)
      } else if let first {
        report("\(line.name) is already set on line \(first). Remove one of the two lines.")
      }
    }
    return problems
  }

  /// Removes a comment at the end of a line, which starts with `#` and a space.
  private static func withoutComment(_ text: Substring) -> Substring {
    let end = text.indices.first { place in
      let next = text.index(after: place)
      return text[place] == "#" && next < text.endIndex && text[next].isWhitespace
    }
    return text[..<(end ?? text.endIndex)]
  }

  /// The value of a switch, `on` or `off`; `nil` for another value.
  package var isOn: Bool? { ["on": true, "off": false][value] }

  /// The error if the value of a switch is invalid.
  package var notABoolean: String { "Write on or off, not \"\(value)\"." }

  /// Returns the error about an unknown name, which lists similar names or all names.
  package static func unknown(_ what: String, _ name: String, of known: [String]) -> String {
    let near = known.filter { $0.hasPrefix(name.prefix(3)) || $0.contains(name) }
    let shown = near.isEmpty || name.isEmpty ? known : near
    return "Unknown \(what) \"\(name)\". Use \(shown.joined(separator: ", "))."
  }
}

/// An error in a settings file.
public struct SettingsProblem: Error, Sendable, Hashable, CustomStringConvertible {
  /// The path of the file.
  public let file: String
  /// Its line, from 1.
  public let line: Int
  /// The error, as a sentence.
  public let message: String

  /// Creates an error from its properties.
  public init(file: String, line: Int, message: String) {
    (self.file, self.line, self.message) = (file, line, message)
  }

  /// The location and the error.
  public var description: String { "\(file):\(line): \(message)" }
}

extension StringProtocol {
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
