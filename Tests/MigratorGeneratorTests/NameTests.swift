@testable import MigratorGenerator
import MigratorTestSupport
import SQLSyntax
import Testing

struct NameTests {
  @Test(arguments: [
    ("contact", "Contact", "contact"), ("solar_bodies", "SolarBodies", "solarBodies"),
    ("club_id", "ClubID", "clubID"), ("clubId", "ClubID", "clubID"), ("ID", "ID", "id"),
    ("HTTPServer", "HTTPServer", "httpServer"), ("CREATED_AT", "CreatedAt", "createdAt"),
    ("two words", "TwoWords", "twoWords"), ("größe", "Größe", "größe"), ("大江", "大江", "大江"),
    ("a\"b'c`d", "ABCD", "aBCD"), ("", "", ""), ("_", "", ""), ("😀", "", ""), ("2fa", "2fa", "2fa"),
    ("x\u{202E}y", "XY", "xY"), ("avatar_url", "AvatarURL", "avatarURL"),
  ])
  func `SQL names become Swift names`(name: String, type: String, property: String) {
    #expect(SwiftWords(name).type == type)
    #expect(SwiftWords(name).property == property)
  }

  @Test func `a Swift name is used only once per scope`() {
    var scope = NameScope(reserved: ["insert"])
    func take(_ name: String) -> String {
      scope.take(name, suffix: "Value", fallback: "column")
    }
    #expect(take("insert") == "insertValue")
    #expect(take("insert") == "insert2")
    #expect(take("a") == "a")
    #expect(take("a") == "aValue")
    #expect(take("a") == "a2")
    #expect(take("") == "column")
    #expect(take("2fa") == "column2fa")
  }

  @Test func `any string becomes a valid Swift name`() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<2_000 {
      var scope = NameScope(reserved: SwiftNames.members)
      let name = scope.take(
        SwiftWords(RandomSQL.text(using: &generator)).property, suffix: "Value", fallback: "column")
      #expect(SwiftWords.isIdentifier(name), "\(name)")
    }
  }

  @Test(arguments: [
    ("TEXT", "String"), ("varchar(20)", "String"), ("NATIVE CHARACTER(70)", "String"),
    ("INT", "Int"), ("UNSIGNED BIG INT", "Int"), ("FLOATING POINT", "Int"), ("REAL", "Double"),
    ("DOUBLE PRECISION", "Double"), ("BLOB", "Data"), ("BOOLEAN", "Bool"), ("date", "Date"),
    ("TIMESTAMP WITH TIME ZONE", "Date"), ("UUID", "UUID"), ("DECIMAL(10,5)", "Decimal"),
    ("", "DatabaseValue"), ("ANY", "DatabaseValue"), ("STRING", "DatabaseValue"),
    ("JSON", "DatabaseValue"),
  ])
  func `declared types become Swift types`(declared: String, type: String) {
    #expect(SwiftType(declared: declared).name == type)
  }

  @Test(arguments: [
    ("state TEXT CHECK (state IN ('a', 'b''c'))", ["a", "b'c"]),
    ("state TEXT, CHECK (\"STATE\" in ('a'))", ["a"]),
    ("state TEXT CHECK (state IN ('a', 'b') OR state = 'c')", nil),
    ("state TEXT CHECK (state NOT IN ('a', 'b'))", nil),
    ("state TEXT COLLATE NOCASE CHECK (state IN ('a'))", nil),
    ("state TEXT CHECK (state IN ('a', 1))", nil),
    ("state TEXT CHECK (state IN ('a')) CHECK (state IN ('a', 'b'))", []),
    ("state TEXT CHECK (lower(state) IN ('a'))", nil),
    ("state TEXT /* CHECK (state IN ('a')) */", nil),
  ])
  func `a column with a fixed list of strings is recognized by its CHECK constraint`(
    column: String, texts: [String]?
  ) {
    #expect(CheckedStrings.choices(in: "CREATE TABLE t (\(column))")["state"] == texts)
  }
}
