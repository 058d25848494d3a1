import MigratorEngine
@testable import MigratorTools
import MigratorTestSupport
import Testing

/// Compares the tools that store one number with simple models, for random folders and numbers.
struct CountingPropertyTests {
  /// The state of a migration according to the model.
  private enum Verdict: String { case done, todo, never }

  private static func verdicts(_ folder: ToolFolder, at version: Int64) -> [Verdict] {
    let state = folder.ledger.state(LedgerRows(userVersion: version))
    return folder.migrations.map { migration in
      state.exceptions[migration.identifier] != nil
        ? .never : state.appliedIdentifiers.contains(migration.identifier) ? .done : .todo
    }
  }

  private static func numbers(using random: inout SeededGenerator) -> [Int64] {
    let count = Int.random(in: 0...8, using: &random)
    return Array(Set((0..<count).map { _ in Int64.random(in: 0...12, using: &random) }))
  }

  private static func text(_ number: Int64, using random: inout SeededGenerator) -> String {
    String(repeating: "0", count: Int.random(in: 0...2, using: &random)) + String(number)
  }

  private static func version(using random: inout SeededGenerator) -> Int64 {
    Int64.random(in: -1...14, using: &random)
  }

  @Test func `the states of numbered files match a loop over all numbers`() throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<150 {
      let numbers = Self.numbers(using: &random)
      let project = try ToolProject(
        Numbered(),
        files: Dictionary(
          uniqueKeysWithValues: numbers.map { (Self.text($0, using: &random) + "-x.sql", "") }
            + [("notes.txt", "")]))
      let folder = try project.toolFolder()
      for _ in 0..<4 {
        let version = Self.version(using: &random)
        // The model: run each number above the version, in order.
        var expected: [Verdict] = []
        for number in 0...12 where numbers.contains(Int64(number)) {
          expected.append(number == 0 ? .never : version >= number ? .done : .todo)
        }
        #expect(Self.verdicts(folder, at: version) == expected)
        let reading = folder.ledger.state(LedgerRows(userVersion: version))
        #expect((reading.obstacle != nil) == (version == -1))
        #expect(
          reading.appliedIdentifiers.contains("user_version \(version)")
            == (version > 0 && !numbers.contains(version)))
      }
    }
  }

  @Test func `the states of rusqlite_migration folders match a vector of migrations`() throws {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<150 {
      let count = Int.random(in: 2...6, using: &random)
      let left =
        Int.random(in: 0...3, using: &random) == 0
        ? Int.random(in: 1...count, using: &random) : nil
      let numbers = (1...count).filter { $0 != left }
      let project = try ToolProject(
        RusqliteMigration(),
        files: Dictionary(
          uniqueKeysWithValues: numbers.map {
            (Self.text(Int64($0), using: &random) + "-m/up.sql", "SELECT \($0);")
          } + [("README", "")]))
      guard left == nil || left == count else {
        #expect(throws: SourceFailure.self) { try project.toolFolder() }
        continue
      }
      let folder = try project.toolFolder()
      for _ in 0..<4 {
        let version = Self.version(using: &random)
        // The model: the version is the number of applied migrations.
        var expected = Array(repeating: Verdict.todo, count: numbers.count)
        for index in expected.indices.prefix(Int(max(0, version))) { expected[index] = .done }
        #expect(Self.verdicts(folder, at: version) == expected)
        let obstacle = folder.ledger.state(LedgerRows(userVersion: version)).obstacle
        #expect((obstacle == nil) == (0...numbers.count).contains(Int(version)))
      }
    }
  }

  @Test func `the states of SQLDelight files match the generated chain of conditions`() throws {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<150 {
      let numbers = Self.numbers(using: &random)
      let project = try ToolProject(
        SQLDelight(),
        files: Dictionary(
          uniqueKeysWithValues: numbers.map { (Self.text($0, using: &random) + ".sqm", "") }
            + [("Club.sq", "")]))
      let folder = try project.toolFolder()
      let newVersion = (numbers.max() ?? 0) + 1
      for _ in 0..<4 {
        let oldVersion = Int64.random(in: 1...14, using: &random)
        // The model: the generated code tests `oldVersion <= N && newVersion > N` for each file.
        let expected = numbers.sorted().map { number in
          oldVersion <= number && newVersion > number ? Verdict.todo : .done
        }
        #expect(Self.verdicts(folder, at: oldVersion) == expected)
        let reading = folder.ledger.state(LedgerRows(userVersion: oldVersion))
        #expect(reading.obstacle == nil)
        #expect(
          reading.records.contains { $0.identifier.hasPrefix("user_version") }
            == (oldVersion > (numbers.isEmpty ? 0 : newVersion)))
      }
    }
  }

  @Test
  func `Lighter's pending files are usable only if text order and number order agree`() throws {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<150 {
      let numbers = Self.numbers(using: &random).filter { $0 > 0 }
      let width = Int.random(in: 1...3, using: &random)
      let names = numbers.map { number in
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
      }
      let project = try ToolProject(
        Lighter(),
        files: Dictionary(
          uniqueKeysWithValues: (names + ["x"]).map { ("DB-\($0).sql", "SELECT 1;") }))
      let folder = try project.toolFolder()
      #expect(folder.migrations.map(\.identifier) == names.sorted().map { "DB-\($0)" })
      for _ in 0..<4 {
        let version = Int64.random(in: 0...14, using: &random)
        let byName = names.sorted().compactMap { Int64($0) }
        // The pending files must be the last ones and in ascending order.
        let left = byName.filter { $0 > version }
        let agrees = Array(byName.suffix(left.count)) == left && left == left.sorted()
        let reading = folder.ledger.state(LedgerRows(userVersion: version))
        #expect((reading.obstacle == nil) == agrees)
      }
    }
  }
}
