/// What the program is called wherever its own commands are named: in remedies, before errors.
///
/// A process is one program, so there is one name; it is set once, at the start, by who parses the
/// arguments.
package enum ProgramName {
  /// The name.
  package static var text: String { name.withLock { $0 } }

  /// Sets the name.
  package static func set(_ text: String) { name.withLock { $0 = text } }

  private static let name = Mutex("migtui")
}
