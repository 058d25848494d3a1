import MigratorTestSupport
import Testing

/// Every change in all surroundings, written for several tools and run as each tool does.
///
/// `make test` runs a sample. `make torture` runs the cells of each tool for `SECONDS`, at most all
/// of them, and prints how many it ran.
struct WriterMatrixPropertyTests {
  private static let count = DesignChange.all.count * DesignSurroundings.all.count

  /// The cell of a number; consecutive numbers differ in the change and in the surroundings.
  private static func cell(_ number: UInt64, _ runner: PlainRunner) -> MatrixCell {
    // A prime step reaches each pair once.
    let place = Int(number % UInt64(count)) * 7919 % count
    return MatrixCell(
      change: DesignChange.all[place % DesignChange.all.count],
      surroundings: DesignSurroundings.all[place / DesignChange.all.count], runner: runner)
  }

  @Test(arguments: PlainRunner.allCases)
  func `a change keeps all other objects and rows, or is refused`(runner: PlainRunner) throws {
    var (cellCount, refusals): (Int, [String]) = (0, [])
    let part = PlainRunner.allCases.firstIndex(of: runner) ?? 0
    for number in RandomCases(2, part: part) {
      if cellCount == Self.count { break }
      let cell = Self.cell(number, runner)
      cellCount += 1
      let outcome: MatrixCell.Outcome
      do { outcome = try cell.outcome() } catch { outcome = .wrong("cannot be compared: \(error)") }
      switch outcome {
      case .kept: continue
      case .refused(let reason): refusals.append("\(cell): \(reason)")
      case .asked(let questions): Issue.record("\(cell) asks: \(questions)")
      case .wrong(let difference): Issue.record("\(cell): \(difference)")
      }
    }
    #expect(refusals.count * 50 <= cellCount, "\(refusals.count) of \(cellCount): \(refusals)")
    if cellCount > 2 { print("\(runner): \(cellCount) cells, \(refusals.count) refused") }
  }
}
