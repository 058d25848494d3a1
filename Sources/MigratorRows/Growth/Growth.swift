internal import MigratorEngine
internal import MigratorSQLite

/// How the time of a statement grows with the number of rows.
public enum Growth: String, Sendable, Hashable, CaseIterable, Comparable {
  /// In proportion to the number of rows, or more slowly.
  case linear
  /// In proportion to the number of rows times its logarithm, as sorting does.
  case linearithmic
  /// In proportion to the square of the number of rows.
  case quadratic
  /// In proportion to the cube of the number of rows.
  case cubic

  /// Compares by the time for many rows.
  public static func < (one: Self, other: Self) -> Bool {
    one.time(1000) < other.time(1000)
  }

  /// The time for a number of rows, in any unit.
  func time(_ rows: Int) -> Double {
    let count = Double(rows)
    switch self {
    case .linear: return count
    // The number of digits is a sufficient logarithm.
    case .linearithmic: return count * Double(Int.bitWidth - rows.leadingZeroBitCount)
    case .quadratic: return count * count
    case .cubic: return count * count * count
    }
  }
}

/// The costs of a statement with different numbers of rows, in ascending order.
struct CostSeries {
  typealias Point = (rows: Int, cost: ScratchMigrations.Cost)

  let points: [Point]

  /// The growth, from the steps of SQLite's virtual machine: unlike times, they are the same in each
  /// run.
  var growth: Growth {
    guard let high = points.last, let low = points.dropLast().last else { return .linear }
    let sorts: Growth = high.cost.work.sorts > 0 ? .linearithmic : .linear
    let rows = Double(high.rows) / Double(low.rows)
    let steps = Double(high.cost.work.steps) / Double(max(1, low.cost.work.steps))
    // The exponent is rounded: from 1.5 up to 2, from 2.5 up to 3.
    switch steps * steps {
    case ..<(rows * rows * rows): return sorts
    case ..<(rows * rows * rows * rows * rows): return .quadratic
    default: return .cubic
    }
  }

  /// The time for more rows.
  func seconds(at rows: Int) -> Double {
    guard let first = points.first, let last = points.last else { return 0 }
    let growth = growth
    let units = growth.time(last.rows) - growth.time(first.rows)
    guard units > 0 else { return last.cost.seconds }
    // Both times contain work that does not depend on the rows, such as compiling.
    let slope = max(0, (last.cost.seconds - first.cost.seconds) / units)
    return last.cost.seconds + slope * (growth.time(rows) - growth.time(last.rows))
  }
}
