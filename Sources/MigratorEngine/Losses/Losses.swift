/// The losses of migrations: data that is or may be lost, and objects that were not re-created.
///
/// When data is lost, the confirmation dialog and the commands require explicit agreement. Indexes
/// and triggers that were not re-created are reported, but are not data. A renamed table is not a
/// loss.
public struct Losses: Sendable, Hashable {
  /// All losses by kind, including dropped tables whose rows are also listed.
  public let all: [Loss]

  /// Creates losses from a list, which should be in the order of their kinds.
  public init(_ all: [Loss]) { self.all = all }

  /// The losses to report, without dropped tables whose lost rows are listed.
  public var list: [Loss] {
    let emptied = Set(
      all.lazy.compactMap { loss -> String? in
        if case .rows(let table, _, .tableDropped) = loss { table } else { nil }
      })
    if emptied.isEmpty { return all }
    return all.filter { if case .table(let name, _) = $0 { !emptied.contains(name) } else { true } }
  }

  /// Returns the losses to report of the given severity.
  public func list(of severity: Loss.Severity) -> [Loss] {
    list.filter { $0.severity == severity }
  }

  /// True if rows, values, columns or tables are or may be lost.
  public var isDataLost: Bool { all.contains { $0.severity == .data } }

  /// True if objects, keys or constraints are lost.
  public var areRulesLost: Bool { all.contains { $0.severity == .rule } }

  /// True if nothing is lost.
  public var isEmpty: Bool { all.isEmpty }

  /// Returns the number of lost rows or values, or of reported losses of another kind.
  public func count(of kind: Loss.Kind) -> Int64 {
    list.reduce(0) { $1.kind == kind ? $0 + $1.size : $0 }
  }

  /// The number of lost rows.
  public var rowCount: Int64 { count(of: .rows) }

  /// The number of lost values.
  public var valueCount: Int64 { count(of: .values) }

  /// Returns the names of all losses of a kind: a table, `table.column`, an object.
  package func names(of kind: Loss.Kind) -> [String] {
    all.lazy.map(\.facts).filter { $0.kind == kind }.map {
      [$0.table, $0.column, $0.name].compactMap { $0 }.joined(separator: ".")
    }
  }
}
