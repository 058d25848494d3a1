public import MigratorSQLite

/// When a trigger runs.
public enum TriggerTiming: String, Sendable, Hashable {
  /// Before the row changes.
  case before = "BEFORE"
  /// After the row changed.
  case after = "AFTER"
  /// Instead of the change, for views.
  case insteadOf = "INSTEAD OF"
}

/// The event that fires a trigger.
public struct TriggerEvent: Sendable, Hashable {
  let sql: String

  /// A row is inserted.
  public static let insert = TriggerEvent(sql: "INSERT")
  /// A row is deleted.
  public static let delete = TriggerEvent(sql: "DELETE")
  /// A row is updated.
  public static let update = TriggerEvent(sql: "UPDATE")

  /// A row is updated by a statement that sets one of the given columns.
  ///
  /// - Parameter columns: The names of the columns.
  /// - Returns: The event.
  public static func update(of columns: [String]) -> TriggerEvent {
    TriggerEvent(sql: "UPDATE OF \(columns.identifierList)")
  }
}

extension Database {
  /// Creates a trigger.
  ///
  /// ```swift
  /// try db.create(
  ///   trigger: "player_renamed", .after, .update(of: ["name"]), on: "player",
  ///   condition: SQL("OLD.name <> NEW.name"),
  ///   asLiteral: "INSERT INTO rename (id, old) VALUES (OLD.id, OLD.name)")
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - timing: When the trigger runs.
  ///   - event: The event that fires the trigger, for each row.
  ///   - table: The table or view.
  ///   - options: The options.
  ///   - condition: The `WHEN` condition, which may use `NEW` and `OLD`; by default none.
  ///   - body: The statements, separated by semicolons.
  /// - Throws: `DatabaseError`.
  public func create(
    trigger name: String, _ timing: TriggerTiming, _ event: TriggerEvent, on table: String,
    options: TriggerOptions = [], condition: SQL? = nil, asLiteral body: SQL
  ) throws {
    var sql = "CREATE "
    if options.contains(.temporary) { sql += "TEMPORARY " }
    sql += "TRIGGER "
    if options.contains(.ifNotExists) { sql += "IF NOT EXISTS " }
    sql += "\(name.quotedDatabaseIdentifier) \(timing.rawValue) \(event.sql)"
    sql += " ON \(table.quotedDatabaseIdentifier)"
    if let condition { sql += " WHEN \(condition.literalText)" }
    try execute(sql: "\(sql) BEGIN \(Self.statements(body.literalText)) END")
  }

  /// Drops a trigger.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - options: `.ifExists` to do nothing if the trigger does not exist.
  /// - Throws: `DatabaseError`.
  public func drop(trigger name: String, options: DropOptions = []) throws {
    try execute(sql: "DROP TRIGGER \(options.clause)\(name.quotedDatabaseIdentifier)")
  }

  /// Returns the statements with a final semicolon, so that END can follow even after a comment.
  private static func statements(_ text: String) -> String {
    let tokens = SQLTokenizer.tokens(of: text)
    if tokens.last(where: { !$0.isTrivia })?.text == ";" {
      return tokens.last?.kind == .comment ? text + "\n" : text
    }
    return tokens.last?.kind == .comment ? text + "\n;" : text + ";"
  }
}
