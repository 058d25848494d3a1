import MigratorSchema
import Testing

struct SQLNormalizerTests {
  @Test(arguments: [
    ("CREATE TABLE player (id INTEGER)", "create  table \"player\"\n( [id] INTEGER ); -- new"),
    ("CREATE TABLE t (key TEXT)", "CREATE TABLE t (\"key\" TEXT)"),
    ("CREATE TABLE t (`a b` TEXT)", "CREATE TABLE t (\"a b\" TEXT)"),
    ("CREATE TABLE t (\"order\" TEXT)", "CREATE TABLE t ([order] TEXT)"),
    ("SELECT x'ab'", "SELECT X'AB'"),
    ("CREATE INDEX i ON t(LENGTH(a))", "CREATE INDEX i ON t(length(a))"),
  ])
  func `equivalent SQL has the same normal form`(first: String, second: String) {
    #expect(SQLNormalizer.normalized(first) == SQLNormalizer.normalized(second))
  }

  @Test(arguments: [
    ("DEFAULT true", "DEFAULT \"true\""),
    ("DEFAULT CURRENT_TIMESTAMP", "DEFAULT \"CURRENT_TIMESTAMP\""),
    ("DEFAULT NULL", "DEFAULT \"NULL\""),
    ("DEFAULT 'a'", "DEFAULT 'A'"),
    ("CHECK (a > 1)", "CHECK (a > 10)"),
    ("CHECK ('a  b')", "CHECK ('a b')"),
  ])
  func `SQL with a different meaning has a different normal form`(first: String, second: String) {
    #expect(SQLNormalizer.normalized(first) != SQLNormalizer.normalized(second))
  }
}
