/// The program name to use in messages that mention the program's own commands.
///
/// There is one name for each process. The argument parser sets it once at startup.
package enum ProgramName {
  package static var text: String { name.withLock { $0 } }

  package static func set(_ text: String) { name.withLock { $0 = text } }

  private static let name = Mutex("migtui")
}
