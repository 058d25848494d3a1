#if GRDB
  internal import Foundation
  internal import GRDB
  internal import PeerModel

  struct GRDBDatabase: PeerDatabase {
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
            failure: PeerFailure(grdb: violation.databaseError(db))))
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
      case .blob(let data): self = .blob([UInt8](data))
      }
    }
  }

  extension PeerFailure {
    init(grdb error: any Error) {
      switch error {
      case let error as DatabaseError:
        self.init(
          code: error.resultCode.rawValue, extendedCode: error.extendedResultCode.rawValue,
          message: error.message, description: error.description)
      default: self.init(.thrown, String(describing: error))
      }
    }
  }
#endif
