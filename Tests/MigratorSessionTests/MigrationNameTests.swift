import MigratorSession
import Testing

struct MigrationNameTests {
  private static let identifiers = ["008_scores", "008.1_fix", "009_names", "010_a", "010_b", "x"]

  @Test(arguments: [
    ("008", ["008_scores"]), ("8", ["008_scores"]), ("008.1", ["008.1_fix"]),
    ("8.1", ["008.1_fix"]),
    ("009_n", ["009_names"]), ("010", ["010_a", "010_b"]), ("x", ["x"]), ("8.2", []), ("", []),
  ])
  func `a number may have several parts and no leading zeros`(text: String, found: [String]) {
    #expect(MigrationName(text).candidates(among: Self.identifiers) == found)
  }

  @Test(arguments: [
    ("008_x", "008"), ("008.1_x", "008.1"), ("1.2.3-x", "1.2.3"), ("1._x", "1"), ("1.x", "1"),
    (".1", ""), ("x1", ""), ("", ""), ("١_x", ""),
  ])
  func `the number of a name ends before the first other character`(name: String, number: String) {
    #expect(MigrationName.number(of: name) == number)
  }
}
