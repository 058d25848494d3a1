import MigratorEngine
@testable import MigratorTools
import MigratorTestSupport
import Testing

/// Compares random Django projects with a simple recursive model of its loader.
struct DjangoPropertyTests {
  /// The dependencies of a random project by `app.name`, with dependencies before dependents.
  private struct World {
    var names: [String] = []
    var parents: [String: [String]] = [:]

    init(using random: inout SeededGenerator) {
      var counts: [String: Int] = [:]
      for _ in 0..<Int.random(in: 1...9, using: &random) {
        let app = ["ant", "bee", "cow"][Int.random(in: 0..<3, using: &random)]
        let number = counts[app, default: 0] + 1
        counts[app] = number
        let name = "\(app).000\(number)_\(["x", "y"][Int.random(in: 0..<2, using: &random)])"
        let own = names.filter { $0.hasPrefix(app) }
        // Most migrations follow one of their own app; some start a branch.
        var before = own.shuffled(using: &random)
          .prefix(Int.random(in: 0...5, using: &random) == 0 ? 2 : 1)
        if let last = own.last, Int.random(in: 0...3, using: &random) > 0 { before = [last] }
        let others = names.filter { !$0.hasPrefix(app) }.shuffled(using: &random)
          .prefix(Int.random(in: 0...1, using: &random))
        parents[name] = Array(before) + others
        names.append(name)
      }
    }

    func app(_ name: String) -> Substring { name.prefix(3) }

    /// The order of `migrate` without arguments: the leaves by name, each after its parents, the
    /// highest first.
    func order() -> [String] {
      var result: [String] = []
      func visit(_ name: String) {
        if result.contains(name) { return }
        for parent in (parents[name] ?? []).sorted(by: >) { visit(parent) }
        result.append(name)
      }
      for leaf in leaves() { visit(leaf) }
      return result
    }

    func leaves() -> [String] {
      names.filter { name in
        !names.contains { app($0) == app(name) && (parents[$0] ?? []).contains(name) }
      }.sorted()
    }

    /// Returns the files, each in a random common style.
    func files(using random: inout SeededGenerator) -> [String: String] {
      var files: [String: String] = [:]
      for name in names {
        let parts = name.split(separator: ".")
        var items = (parents[name] ?? []).map { parent in
          let parts = parent.split(separator: ".")
          return Bool.random(using: &random)
            ? "(\"\(parts[0])\", '\(parts[1])')" : "['\(parts[0])',  # ]\n '\(parts[1])',]"
        }
        if Bool.random(using: &random) {
          items.insert("migrations.swappable_dependency(settings.AUTH_USER_MODEL)", at: 0)
        }
        if Bool.random(using: &random) { items.append("(\"auth\", \"__latest__\")") }
        let list = items.joined(separator: Bool.random(using: &random) ? ", " : ",\n\n        ")
        files["\(parts[0])/migrations/\(parts[1]).py"] = """
          class Base: dependencies = [("none", "none")]
          class Migration(migrations.Migration):
            '''dependencies = [("none", "none")]'''
            dependencies = [\(list)\(items.isEmpty ? "" : ",")]
            def dependencies_of(self):
              dependencies = [("none", "none")]
          """
      }
      return files
    }
  }

  @Test(arguments: 0..<10)
  func `order, states and refusals match the model`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed) &+ 77)
    for _ in 0..<12 {
      let world = World(using: &random)
      let project = try ToolProject(Django(), files: world.files(using: &random))
      let folder = try project.toolFolder()
      #expect(folder.migrations.map(\.identifier) == world.order())
      let leaves = world.leaves()
      let isConflict = Set(leaves.map(world.app)).count < leaves.count
      for _ in 0..<5 {
        // Mostly the result of a partial run, sometimes a random set.
        var applied = Set(world.order().prefix(Int.random(in: 0...9, using: &random)))
        if Int.random(in: 0...3, using: &random) == 0,
          let one = world.names.randomElement(using: &random)
        {
          applied.formSymmetricDifference([one])
        }
        let rows = applied.map { name in
          let parts = name.split(separator: ".").map(String.init)
          return ["app": parts[0].databaseValue, "name": parts[1].databaseValue]
        }
        let reading = folder.ledger.state(
          LedgerRows(tables: [
            "django_migrations": LedgerRows.Table(rows: rows.map { LedgerRows.Row($0) })
          ]))
        #expect(Set(reading.appliedIdentifiers) == applied)
        #expect(reading.exceptions.isEmpty)
        let isInconsistent = applied.contains { name in
          (world.parents[name] ?? []).contains { !applied.contains($0) }
        }
        #expect((reading.obstacle != nil) == (isInconsistent || isConflict))
        #expect(
          (reading.obstacle?.message.contains("its dependency") ?? false) == isInconsistent)
      }
    }
  }
}
