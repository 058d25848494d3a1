/// Paths as texts, cut at slashes.
///
/// To the file system they are bytes: a slash is one also where a letter follows that would join it.
package enum Paths {
  /// Returns a path within a folder; a folder of no name is the current one.
  package static func join(_ folder: String, _ name: String) -> String {
    if folder.isEmpty || folder == "." { return name }
    return folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }

  /// Returns the folder a path stands in: `.` when the path names none.
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns the last part of a path.
  package static func name(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  /// Returns a name without what follows its last dot.
  package static func stem(of name: String) -> String {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else {
      return name
    }
    return String(name[..<dot])
  }

  /// Returns what follows the last dot of a path; `nil` without one.
  package static func ending(of path: String) -> String? {
    path.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(path[path.utf8.index(after: $0)...]) }
  }

  /// Returns a path as shells expand it: a `~/` at its start is the user's folder.
  package static func expandingHome(_ path: String) -> String {
    guard path.hasPrefix("~/"), let home = Environment.variable("HOME") else { return path }
    return join(home, String(path.dropFirst(2)))
  }
}
