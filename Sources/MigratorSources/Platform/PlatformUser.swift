import MigratorPlatform

/// Who runs the program, and where, for ledgers that note it.
enum PlatformUser {
  /// The name of the user, as the environment or else the system has it; empty when neither does.
  static var name: String {
    for variable in ["LOGNAME", "USER", "LNAME", "USERNAME"] {
      if let value = getenv(variable), value.pointee != 0 { return String(cString: value) }
    }
    guard let entry = getpwuid(getuid()), let name = entry.pointee.pw_name else { return "" }
    return String(cString: name)
  }

  /// The name of the machine; empty when it has none.
  static var host: String {
    var bytes = [UInt8](repeating: 0, count: 256)
    let result = bytes.withUnsafeMutableBytes { buffer in
      buffer.withMemoryRebound(to: CChar.self) { characters in
        characters.baseAddress.map { gethostname($0, characters.count - 1) } ?? -1
      }
    }
    guard result == 0 else { return "" }
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}
