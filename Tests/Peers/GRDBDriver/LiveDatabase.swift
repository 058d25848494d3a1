// Shared by both engines: the other driver has a symbolic link to this file.
#if OURS || GRDB
  internal import Foundation
  internal import PeerModel

  #if OURS
    internal import MigratorEngine
  #else
    internal import GRDB
  #endif

  /// A connection over a queue.
  protocol LiveConnection: PeerConnection {
    var queue: DatabaseQueue { get }
  }

  extension LiveConnection {
    func access<T>(_ body: (any PeerDatabase) throws -> T) throws -> T {
      try queue.writeWithoutTransaction { try body(LiveDatabase(db: $0)) }
    }

    func failure(_ error: any Error) -> PeerFailure { PeerFailure(engine: error) }
  }

  extension DatabaseMigrator {
    func migrate(_ queue: DatabaseQueue, upToAny target: String?) throws {
      if let target {
        try migrate(queue, upTo: target)
      } else {
        try migrate(queue)
      }
    }

    func answers(_ queue: DatabaseQueue) throws -> LedgerAnswers {
      try queue.read { db in
        var answers = LedgerAnswers()
        answers.migrations = migrations
        answers.applied = try appliedMigrations(db)
        answers.identifiers = try appliedIdentifiers(db).sorted()
        answers.completed = try completedMigrations(db)
        answers.hasCompleted = try hasCompletedMigrations(db)
        answers.isSuperseded = try hasBeenSuperseded(db)
        return answers
      }
    }
  }

  struct LiveDatabase: PeerDatabase {
    let db: Database

    var isInsideTransaction: Bool { db.isInsideTransaction }

    func execute(_ sql: String) throws { try db.execute(sql: sql) }

    func rows(_ sql: String) throws -> [[PlainValue]] {
      try Row.fetchAll(db, sql: sql).map { $0.databaseValues.map(PlainValue.init) }
    }

    func describedRow(_ sql: String) throws -> String? {
      try Row.fetchOne(db, sql: sql)?.description
    }

    func savepoint(_ body: () throws -> Bool) throws {
      try db.inSavepoint { try body() ? .commit : .rollback }
    }

    func violations(in table: String?) throws -> [PlainViolation] {
      let cursor =
        try table.map { try db.foreignKeyViolations(in: $0) } ?? db.foreignKeyViolations()
      var found: [PlainViolation] = []
      while let violation = try cursor.next() {
        let rowID = violation.originRowID.map { "\($0)" } ?? "none"
        let words: String
        do {
          words = try violation.failureDescription(db)
        } catch {
          words = "error: \(error)"
        }
        found.append(
          PlainViolation(
            place:
              "\(violation.originTable) \(rowID) \(violation.destinationTable) "
              + "\(violation.foreignKeyId)",
            description: violation.description, failureDescription: words,
            failure: PeerFailure(engine: violation.databaseError(db))))
      }
      return found
    }

    func checkForeignKeys(in table: String?) throws {
      if let table {
        try db.checkForeignKeys(in: table)
      } else {
        try db.checkForeignKeys()
      }
    }
  }

  extension PlainValue {
    init(_ value: DatabaseValue) {
      switch value.storage {
      case .null: self = .null
      case .int64(let number): self = .integer(number)
      case .double(let number): self = .real(number)
      case .string(let text): self = .text(text)
      case .blob(let bytes): self = .blob([UInt8](bytes))
      }
    }
  }

  extension PeerFailure {
    init(_ error: DatabaseError) {
      self.init(
        code: error.resultCode.rawValue, extendedCode: error.extendedResultCode.rawValue,
        message: error.message, description: error.description)
    }
  }
#endif
