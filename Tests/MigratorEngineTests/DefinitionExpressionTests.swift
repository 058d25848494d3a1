import MigratorEngine
import Testing

struct DefinitionExpressionTests {
  private static let a = Column("a")
  private static let b = Column("b")

  static var expressions: [(any SQLExpressible, String)] {
    [
      (a == 1, #""a" = 1"#), (a == nil, #""a" IS NULL"#), (nil != a, #""a" IS NOT NULL"#),
      (a === b, #""a" IS "b""#), (a !== "x", #""a" IS NOT 'x'"#), (a == true, #""a" = 1"#),
      (1 < a, #"1 < "a""#), (a >= 2.5, #""a" >= 2.5"#), (a <= b, #""a" <= "b""#),
      (!(a == 1), #""a" <> 1"#), (!(a > 1), #"NOT ("a" > 1)"#), (!a, #"NOT "a""#),
      (a > 1 && b > 2 && a < b, #"("a" > 1) AND ("b" > 2) AND ("a" < "b")"#),
      (a > 1 || b > 2 && a < b, #"("a" > 1) OR (("b" > 2) AND ("a" < "b"))"#),
      (a + b * 2, #""a" + ("b" * 2)"#), ((a - 1) / -b, #"("a" - 1) / (- "b")"#),
      (a.collating(.nocase), #""a" COLLATE NOCASE"#),
      (a.collating(.nocase) == "x", #""a" = 'x' COLLATE NOCASE"#),
      ((a + "x").collating(.rtrim), #"("a" + 'x') COLLATE RTRIM"#),
      (["x", "it's"].contains(a), #""a" IN ('x', 'it''s')"#),
      (![1, 2].contains(a), #""a" NOT IN (1, 2)"#), ([1].contains(a), #""a" = 1"#),
      ([Int]().contains(a), "0"), ((0...9).contains(a), #""a" BETWEEN 0 AND 9"#),
      (!(0...9).contains(a), #""a" NOT BETWEEN 0 AND 9"#),
      ((0..<9).contains(a), #"("a" >= 0) AND ("a" < 9)"#), (a.like("x%"), #""a" LIKE 'x%'"#),
      (length(a) > 0, #"LENGTH("a") > 0"#), (SQL("a + 1") > 0, "(a + 1) > 0"),
      (a == Array("x".utf8), #""a" = X'78'"#), (Column(#"x"y"#), #""x""y""#),
    ]
  }

  @Test(arguments: Self.expressions.indices)
  func `an expression is written with the intended precedence and quoting`(_ index: Int) throws {
    let (expression, text) = Self.expressions[index]
    let fixture = try DefinitionFixture()
    let sql = try fixture.define { db in
      try db.create(table: "t") { t in
        t.column("a")
        t.column("b")
        t.column(#"x"y"#)
        t.check(SQL("\(SQLExpressionBox(expression))"))
      }
    }
    #expect(sql == [#"CREATE TABLE "t" ("a", "b", "x""y", CHECK (\#(text)))"#])
  }

  @Test func `interpolated values are not parsed as SQL`() throws {
    let fixture = try DefinitionFixture()
    let names = ["O'Brien", "x'); DROP TABLE t; --"]
    try fixture.define { db in
      try db.execute(sql: "CREATE TABLE t (a)")
      for name in names { try db.execute(literal: "INSERT INTO t VALUES (\(name))") }
      let column = "a"
      let condition: SQL = "\(identifier: column) IN \(names)"
      try db.execute(literal: "UPDATE t SET a = upper(a) WHERE " + condition)
      try db.execute(literal: "DELETE FROM \(sql: "t") WHERE a = \(Int?.none)")
    }
    #expect(
      try fixture.queue.strings("SELECT a FROM t") == ["O'BRIEN", "X'); DROP TABLE T; --"])
  }
}

/// An expression of unknown type, for interpolation.
private struct SQLExpressionBox: SQLSpecificExpressible {
  let sqlExpression: SQLExpression
  init(_ expressible: any SQLExpressible) { sqlExpression = expressible.sqlExpression }
}
