import MigratorEngine
import Testing

@testable import MigratorWriter

/// The judge accepts the value that replaces NULL, and no other change.
struct FilledValueTests {
  @Test(arguments: ["", "WITHOUT ROWID"])
  func `values replace NULL in tables with and without rowids`(options: String) throws {
    func club(_ rules: String) -> String {
      "CREATE TABLE club (id INT NOT NULL PRIMARY KEY, name TEXT \(rules), city TEXT \(rules)) "
        + options
    }
    let change = PlannerCase(
      before: club(""), after: club("NOT NULL"),
      answers: WriterAnswers(
        fills: ["club.name='?'", "club.city='?'"].compactMap(WriterAnswers.Fill.init)))
    #expect(try change.judge().rowCount > 0)
  }
}
