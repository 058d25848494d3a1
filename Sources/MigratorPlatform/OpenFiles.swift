extension Files {
  /// Whether another process has a file open, as far as this user may see.
  ///
  /// - Parameter path: The file.
  /// - Returns: Whether one has; `nil` where nobody can say: only Linux tells.
  /// - Complexity: O(*n*) in the files that are open on the machine.
  package static func isOpenElsewhere(_ path: String) -> Bool? {
    #if os(Linux)
      guard let file = identity(of: path), let processes = try? names(in: "/proc") else {
        return nil
      }
      let own = String(Environment.processIdentifier)
      return processes.contains { process in
        guard process.allSatisfy(\.isNumber), process != own,
          let descriptors = try? names(in: "/proc/\(process)/fd")
        else { return false }
        return descriptors.contains { identity(of: "/proc/\(process)/fd/\($0)") == file }
      }
    #else
      return nil
    #endif
  }
}
