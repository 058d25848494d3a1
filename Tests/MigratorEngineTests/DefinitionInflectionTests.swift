import MigratorEngine
import Testing

struct DefinitionInflectionTests {
  /// Names of parent tables, and the singular by which a child refers to them.
  @Test(arguments: [
    ("teams", "team"), ("categories", "category"), ("days", "day"), ("boxes", "box"),
    ("people", "person"), ("children", "child"), ("women", "woman"), ("feet", "foot"),
    ("mice", "mouse"), ("houses", "house"), ("indices", "index"), ("matrices", "matrix"),
    ("wives", "wife"), ("halves", "half"), ("proofs", "proof"), ("statuses", "status"),
    ("buses", "bus"), ("heroes", "hero"), ("photos", "photo"), ("media", "medium"),
    ("analyses", "analysis"), ("quizzes", "quiz"), ("viri", "virus"), ("classes", "class"),
    ("news", "news"), ("series", "series"), ("sheep", "sheep"), ("shoes", "shoe"),
    ("bookReviews", "bookReview"), ("book_reviews", "book_review"), ("SalesPeople", "SalesPerson"),
    ("teams2", "team2"), ("Oxen", "Ox"), ("movies", "movie"), ("databases", "database"),
  ])
  func `a parent table with a plural name is found by its singular`(
    _ plural: String, _ singular: String
  ) throws {
    let fixture = try DefinitionFixture()
    let sql = try fixture.define { db in
      try db.create(table: plural) { $0.primaryKey("id", .integer) }
      try db.create(table: "the child") { $0.belongsTo(singular) }
      try db.drop(table: plural)
      // The table being created is found in the same way.
      try db.create(table: plural) { t in
        t.primaryKey("id", .integer)
        t.belongsTo(singular, indexed: false)
      }
    }
    #expect(
      sql == [
        """
        CREATE TABLE "the child" ("\(singular)Id" INTEGER REFERENCES "\(plural)"("id"))
        """,
        #"CREATE INDEX "the child_on_\#(singular)Id" ON "the child"("\#(singular)Id")"#,
        """
        CREATE TABLE "\(plural)" ("id" INTEGER PRIMARY KEY, \
        "\(singular)Id" INTEGER REFERENCES "\(plural)"("id"))
        """,
      ])
  }
}
