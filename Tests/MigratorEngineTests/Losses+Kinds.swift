import MigratorEngine

/// The losses of each kind.
extension Losses {
  var rows: [(table: String, count: Int64)] {
    all.compactMap {
      if case .rows(let table, let count, _) = $0 { (table, count) } else { nil }
    }
  }

  var values: [(table: String, column: String, lost: Loss.Values)] {
    all.compactMap {
      if case .values(let table, let column, let lost) = $0 { (table, column, lost) } else { nil }
    }
  }

  var unseen: [(table: String, reason: StepReport.Values.Reason?)] {
    all.compactMap {
      if case .unseen(let table, let reason) = $0 { (table, reason) } else { nil }
    }
  }

  var tables: [String] {
    all.compactMap { if case .table(let name, _) = $0 { name } else { nil } }
  }

  var columns: [(table: String, column: String)] {
    all.compactMap {
      if case .column(let table, let name, _) = $0 { (table, name) } else { nil }
    }
  }

  var objects: [(kindWords: String, name: String)] {
    all.compactMap { if case .object(let kind, let name) = $0 { (kind, name) } else { nil } }
  }

  var uniqueKeys: [(table: String, words: String)] {
    all.compactMap {
      if case .uniqueKey(let table, let words) = $0 { (table, words) } else { nil }
    }
  }

  var constraints: [(table: String, column: String?, words: String)] {
    all.compactMap {
      if case .constraint(let table, let column, let words) = $0 {
        (table, column, words)
      } else {
        nil
      }
    }
  }
}
