import MigratorTestSupport
import Testing

struct SettingsTests {
  private static let sql =
    "CREATE TABLE things (id INTEGER PRIMARY KEY, day DATE NOT NULL, u UUID);"

  private func problem(_ settings: String) throws -> String? {
    try Samples.problems(["A.sql": Self.sql, "DatabaseTypes.json": settings]).first
  }

  @Test(arguments: [
    ("{", "1:2: error: expected a name in double quotes"),
    ("{}\n}", "2:1: error: there is text after the end of the JSON"),
    ("{\"a\": 1, \"a\": 2}", "1:10: error: the key \"a\" is given twice"),
    (
      "{\n  \"acces\": \"public\"\n}",
      "2:3: error: unknown key \"acces\"; use access, embedRecordTypesInDatabaseType, "
        + "singularRecordNames, dates, uuids, imports, databases"
    ),
    (
      "{\n  \"access\": \"open\"\n}",
      "2:13: error: expected one of \"internal\", \"package\", \"public\""
    ),
    (
      "{\"types\": {}}",
      "1:2: error: \"types\" applies to one database: move it under \"databases\""
    ),
    ("{\"databases\": {\"B\": {}}}", "1:16: error: no file matches B*.sql"),
    (
      "{\"databases\": {\"A\": {\"types\": {\n\"things.no\": \"Int\"}}}}",
      "2:1: error: A has no table or column things.no"
    ),
    (
      "{\"databases\": {\"A\": {\"types\": {\"things.id\": \"Int; import X\"}}}}",
      "1:45: error: expected a Swift type"
    ),
    (
      "{\"databases\": {\"A\": {\"convertsFrom\": [\"B\"]}}}",
      "1:39: error: no other group is named B"
    ),
    ("{\"dates\": \"te\\xt\"}", "1:15: error: this escape sequence is not valid in JSON"),
    ("{\"dates\": \"text}", "1:11: error: the string has no closing quote"),
    ("[]", "1:1: error: expected an object: { … }"),
    ("{\"imports\": [7]}", "1:14: error: expected a name"),
    ("{\"singularRecordNames\": 1}", "1:25: error: expected true or false"),
  ])
  func `an error in the settings is reported with its location`(
    settings: String, problem: String
  ) throws {
    #expect(try self.problem(settings) == "DatabaseTypes.json:" + problem)
  }

  @Test func `deeply nested settings do not overflow the stack`() throws {
    #expect(
      try problem(String(repeating: "[", count: 100_000))
        == "DatabaseTypes.json:1:21: error: the JSON is nested too deeply")
  }

  @Test func `settings of one database override the common settings`() throws {
    let text = try Samples.made([
      "A.sql": Self.sql,
      "DatabaseTypes.json": """
      { "access": "package", "singularRecordNames": false, "imports": ["Foundation"],
        "databases": { "A": { "access": "public", "names": { "things.day": "moment" },
          "types": { "things.u": "MyTypes.Token" } } } }
      """,
    ])
    for line in [
      "public import Foundation\n", "public struct A: SQLDatabase {", "struct Things:",
      "public var moment: Date\n", "public var u: MyTypes.Token?\n",
    ] { #expect(text.contains(line), "\(line)") }
  }
}
