import CSQLite3

/// Runs the statements of a script that insert rows in the form of an earlier statement.
///
/// Compiling such a statement takes several times as long as running it, so those that differ only
/// in their literals are compiled once, with parameters. The first one of each form runs unchanged,
/// so that an ``Authorizer`` sees it.
struct RowInsertions {
  private let db: Database
  private var insertion = RowInsertion()
  /// The compiled statements with parameters, by their SQL; `nil` if SQLite does not accept the
  /// SQL.
  private var compiled: [[UInt8]: Statement?] = [:]
  /// The last of them; most statements have the same form.
  private var last: (template: [UInt8], statement: Statement?)?
  /// The contents of a string in which quotes are doubled.
  private var text: [UInt8] = []

  init(_ db: Database) { self.db = db }

  /// Runs an insertion for which ``ScriptStatements/isRepeated(at:)`` is true.
  ///
  /// - Returns: False if nothing was done, because the statement must run unchanged.
  /// - Throws: ``DatabaseError``, the same as for the statement with its literals.
  mutating func run(_ statement: ScriptStatement) throws -> Bool {
    // A trace or a watcher receives each statement as it is compiled. Outside a transaction, other
    // connections may change the schema in between.
    guard db.watcher == nil, db.tracer == nil, db.isInsideTransaction else { return false }
    var sql = statement.sql
    return try sql.withUTF8 { bytes in
      guard insertion.read(bytes), let compiled = compile(),
        compiled.bind(insertion.literals, of: bytes, unquoting: &text)
      else { return false }
      try compiled.run(insteadOf: statement.sql.trimmedStatement)
      return true
    }
  }

  private mutating func compile() -> Statement? {
    if let last, last.template == insertion.template { return last.statement }
    let statement = compiled[insertion.template] ?? compileNew()
    last = (Array(insertion.template[...]), statement)
    return statement
  }

  private mutating func compileNew() -> Statement? {
    let sql = String(decoding: insertion.template, as: UTF8.self)
    let statement = try? db.makeStatement(sql: sql)
    if compiled.count == RowInsertion.formLimit { compiled = [:] }
    compiled.updateValue(statement, forKey: Array(insertion.template[...]))
    return statement
  }
}

extension Statement {
  /// Binds the literals of a row; returns false if SQLite refuses one of them.
  fileprivate func bind(
    _ literals: [RowInsertion.Literal], of bytes: UnsafeBufferPointer<UInt8>,
    unquoting buffer: inout [UInt8]
  ) -> Bool {
    func bind(_ literal: RowInsertion.Literal, at index: Int32) -> Int32 {
      func bind(_ text: UnsafeBufferPointer<UInt8>) -> Int32 {
        SQLiteBinding.bind(text: UnsafeRawBufferPointer(text), to: pointer, at: index)
      }
      switch literal {
      case .null: return sqlite3_bind_null(pointer, index)
      case .integer(let number): return sqlite3_bind_int64(pointer, index, number)
      case .real(let range), .text(let range):
        return bind(UnsafeBufferPointer(rebasing: bytes[range]))
      case .quotedText(let range):
        buffer.removeAll(keepingCapacity: true)
        let inner = bytes[range].dropFirst().dropLast()
        var place = inner.startIndex
        while place < inner.endIndex {
          buffer.append(inner[place])
          place += inner[place] == UInt8(ascii: "'") ? 2 : 1
        }
        return buffer.withUnsafeBufferPointer(bind)
      }
    }
    return literals.indices.allSatisfy { bind(literals[$0], at: Int32($0) + 1) == SQLITE_OK }
  }
}
