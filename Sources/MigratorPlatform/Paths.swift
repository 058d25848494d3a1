/// Operations on paths as strings.
///
/// They use UTF-8 bytes, because a file system treats any slash byte as a separator, even if a
/// combining character follows.
package enum Paths {
  /// Appends a name to a folder; an empty folder name is the current folder.
  package static func join(_ folder: String, _ name: String) -> String {
    if folder.isEmpty || folder == "." { return name }
    return folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }

  /// Returns the folder of a path: `.` if the path names none.
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  package static func name(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  package static func stem(of name: String) -> String {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else {
      return name
    }
    return String(name[..<dot])
  }

  package static func ending(of path: String) -> String? {
    path.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(path[path.utf8.index(after: $0)...]) }
  }

  package static func expandingHome(_ path: String) -> String {
    guard path.hasPrefix("~/"), let home = Environment.variable("HOME") else { return path }
    return join(home, String(path.dropFirst(2)))
  }
}
