extension Files {
  /// Whether a file is open otherwise than once in this process; `nil` where nobody can say: only
  /// Linux tells, and of all processes only to a user who may look at each.
  ///
  /// - Complexity: O(*n*) in the files that are open on the machine.
  package static func isOpenElsewhere(_ path: String) -> Bool? {
    #if os(Linux)
      guard let file = identity(of: path), let processes = try? names(in: "/proc") else {
        return nil
      }
      let own = String(Environment.processIdentifier)
      var seesAll = true
      for process in processes where process.allSatisfy(\.isNumber) {
        do throws(SystemFailure) {
          let open = try names(in: "/proc/\(process)/fd").count {
            identity(of: "/proc/\(process)/fd/\($0)") == file
          }
          if open > (process == own ? 1 : 0) { return true }
        } catch {
          // It may also have ended meanwhile.
          if error.isPermission { seesAll = false }
        }
      }
      return seesAll ? false : nil
    #else
      return nil
    #endif
  }
}
