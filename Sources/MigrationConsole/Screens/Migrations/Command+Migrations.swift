// Commands that start dry runs, steps and repairs.
extension Command {
  /// Run the next migration on a copy.
  public static var dryRunNext: Command { Command() }
  /// Run all pending migrations on a copy.
  public static var dryRunAll: Command { Command() }
  /// Apply the next migration to the real file.
  public static var step: Command { Command() }
  /// Apply all pending migrations to the real file, one by one.
  public static var stepAll: Command { Command() }
  /// Search for repairs of the ledger.
  public static var repair: Command { Command() }
  /// Open the selected migration's file in an editor.
  public static var edit: Command { Command() }
}
