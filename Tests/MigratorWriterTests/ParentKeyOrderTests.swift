import MigratorEngine
import Testing

@testable import MigratorWriter

/// With foreign keys on, a parent key must exist as long as a foreign key uses it.
struct ParentKeyOrderTests {
  private static let club = "CREATE TABLE club (id INTEGER PRIMARY KEY, code TEXT, size INT);"
  private static let player =
    "CREATE TABLE player (id INTEGER PRIMARY KEY, club TEXT REFERENCES club (code));"
  private static let index = "CREATE UNIQUE INDEX code_key ON club (code);"
  private static let otherIndex = "CREATE UNIQUE INDEX club_code ON club (code);"
  private static let uniqueClub = club.replacing("code TEXT", with: "code TEXT UNIQUE")
  /// The child has no foreign key.
  private static let freePlayer = player.replacing(" REFERENCES club (code)", with: "")
  private static let changedPlayer = player.replacing("club TEXT", with: "club TEXT COLLATE NOCASE")

  @Test(arguments: [
    // The index of the key gets another name, or becomes a constraint, and the child is rebuilt.
    (club + player + index, club + changedPlayer + otherIndex),
    (player + club + index, changedPlayer + club + otherIndex),
    (player + club + index, changedPlayer + uniqueClub),
    (player + uniqueClub, changedPlayer + club + index),
    // The definition of the index changes.
    (player + club + index, changedPlayer + club + index.replacing("(code)", with: "(code ASC)")),
    // The foreign key and its parent key are new.
    (freePlayer + club, player + club + index), (freePlayer + club, player + uniqueClub),
    (club + freePlayer, club + player + index),
    // The foreign key and its parent key go away.
    (club + player + index, club + freePlayer), (uniqueClub + player, club + freePlayer),
    (player + uniqueClub, freePlayer + club),
  ])
  func `a parent key can be changed together with the foreign key that refers to it`(
    before: String, after: String
  ) throws {
    #expect(try PlannerCase(before: before, after: after).judge().rowCount > 0)
  }

  @Test func `a unique index that is not a parent key is dropped before the table changes`() throws
  {
    let before = Self.club + "CREATE UNIQUE INDEX club_size ON club (size);"
    let after = "CREATE TABLE club (id INTEGER PRIMARY KEY, code TEXT);"
    #expect(
      try PlannerCase(before: before, after: after).statements() == [
        "DROP INDEX club_size", "ALTER TABLE club DROP COLUMN size",
      ])
  }
}
