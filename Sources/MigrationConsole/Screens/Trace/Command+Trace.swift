// What moves a trace.
extension Command {
  /// Open the selected migration statement by statement, on a copy.
  public static var trace: Command { Command() }
  /// Run the next statement of it.
  public static var traceNext: Command { Command() }
  /// Run it up to the statement under the cursor.
  public static var traceToCursor: Command { Command() }
  /// Run all its statements that are left.
  public static var traceToEnd: Command { Command() }
  /// Go back to its start, on a new copy.
  public static var traceRestart: Command { Command() }
  /// Ask its copy with SQL that only reads.
  public static var traceQuery: Command { Command(isTyped: true) }
}
