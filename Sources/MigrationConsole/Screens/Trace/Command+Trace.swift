// Commands that control a trace.
extension Command {
  /// Run the selected migration statement by statement, on a copy.
  public static var trace: Command { Command() }
  /// Run the next statement of the trace.
  public static var traceNext: Command { Command() }
  /// Run the trace up to the statement under the cursor.
  public static var traceToCursor: Command { Command() }
  /// Run all remaining statements of the trace.
  public static var traceToEnd: Command { Command() }
  /// Restart the trace on a new copy.
  public static var traceRestart: Command { Command() }
  /// Run a read-only query on the copy of the trace.
  public static var traceQuery: Command { Command(isTyped: true) }
}
