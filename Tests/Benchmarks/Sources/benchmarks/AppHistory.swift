/// The migrations of an app with three tables for ten migrations: new tables, columns and indexes,
/// rebuilt tables, filled columns, triggers and views.
enum AppHistory {
  static func file(_ number: Int) -> (name: String, text: String) {
    let area = (number - 1) / 10
    // Areas refer to an earlier one, as in a tree.
    let earlier = area / 2
    return ("\(1_000_000 + number)_area\(area).sql", sql(number, area, earlier) + "\n")
  }

  private static func sql(_ number: Int, _ area: Int, _ earlier: Int) -> String {
    switch number % 10 {
    case 1:
      """
      CREATE TABLE account\(area) (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL,
        email TEXT UNIQUE,
        status TEXT NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'active', 'closed')),
        balance INTEGER NOT NULL DEFAULT 0,
        settings TEXT,
        created_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
        owner_id INTEGER REFERENCES account\(earlier) (id) ON DELETE SET NULL
      );
      CREATE INDEX account\(area)_status ON account\(area) (status);
      """
    case 2:
      """
      CREATE TABLE entry\(area) (
        id INTEGER PRIMARY KEY,
        account_id INTEGER NOT NULL REFERENCES account\(area) (id) ON DELETE CASCADE,
        title TEXT NOT NULL,
        amount REAL,
        is_paid BOOLEAN NOT NULL DEFAULT 0,
        paid_at DATETIME
      );
      CREATE INDEX entry\(area)_account ON entry\(area) (account_id);
      """
    case 3:
      """
      ALTER TABLE entry\(area) ADD COLUMN note TEXT;
      UPDATE entry\(area) SET note = title WHERE amount > 0;
      """
    case 4:
      """
      CREATE TABLE tag\(area) (
        entry_id INTEGER NOT NULL REFERENCES entry\(area) (id) ON DELETE CASCADE,
        name TEXT NOT NULL,
        PRIMARY KEY (entry_id, name)
      ) WITHOUT ROWID;
      """
    case 5: "CREATE INDEX entry\(area)_paid ON entry\(area) (is_paid, paid_at);"
    case 6:
      """
      CREATE TABLE entry\(area)_new (
        id INTEGER PRIMARY KEY,
        account_id INTEGER NOT NULL REFERENCES account\(area) (id) ON DELETE CASCADE,
        title TEXT NOT NULL,
        amount REAL NOT NULL DEFAULT 0,
        is_paid BOOLEAN NOT NULL DEFAULT 0,
        paid_at DATETIME,
        note TEXT
      );
      INSERT INTO entry\(area)_new (id, account_id, title, amount, is_paid, paid_at, note)
        SELECT id, account_id, title, coalesce(amount, 0), is_paid, paid_at, note FROM entry\(area);
      DROP TABLE entry\(area);
      ALTER TABLE entry\(area)_new RENAME TO entry\(area);
      CREATE INDEX entry\(area)_account ON entry\(area) (account_id);
      """
    case 7:
      """
      ALTER TABLE account\(area) ADD COLUMN entry_count INTEGER NOT NULL DEFAULT 0;
      UPDATE account\(area) SET entry_count =
        (SELECT count(*) FROM entry\(area) WHERE account_id = account\(area).id);
      """
    case 8:
      """
      CREATE TRIGGER entry\(area)_added AFTER INSERT ON entry\(area)
      BEGIN
        UPDATE account\(area) SET entry_count = entry_count + 1 WHERE id = NEW.account_id;
      END;
      CREATE VIEW open_entry\(area) AS SELECT id, title, amount FROM entry\(area) WHERE NOT is_paid;
      """
    case 9: "ALTER TABLE account\(earlier) ADD COLUMN region\(number) TEXT NOT NULL DEFAULT '';"
    default: "UPDATE account\(area) SET status = 'active' WHERE status = 'new' AND balance > 0;"
    }
  }
}
