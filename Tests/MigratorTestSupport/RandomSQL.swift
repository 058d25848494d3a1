/// Random SQL made of fragments that are difficult for parsers.
public enum RandomSQL {
  private static let pieces = [
    "CREATE", " TABLE ", "TEMP ", "IF NOT EXISTS ", "INDEX ", "UNIQUE", "TRIGGER ", "VIEW ", " AS ",
    "(", ")", "((", "))", ",", ";", ".", "'", "''", "\"", "\"\"", "`", "[", "]", "--", "/*", "*/",
    "\n", "\r\n", "\t", " ", "a", "player", "\"a b\"", "'it''s'", "INTEGER", "PRIMARY KEY", "NOT",
    "NULL", "DEFAULT", "CHECK", "REFERENCES", "ON DELETE", "CASCADE", "COLLATE", "GENERATED ALWAYS",
    "STORED", "CONSTRAINT", "FOREIGN KEY", "WITHOUT ROWID", "STRICT", "DEFERRABLE", "BEGIN", "END",
    "0", "1e", "0x", "x'", "?", ":", "@", "$", "#", "\u{0}", "\u{1B}[31m", "\u{202E}", "大江", "é",
    "\u{301}", "😀", "\\", "->>", "||", "<>", "!", "WHERE", "ON",
  ]

  /// Returns random SQL, determined by the generator's state.
  public static func text(using generator: inout SeededGenerator) -> String {
    let count = Int.random(in: 0..<60, using: &generator)
    var text = Bool.random(using: &generator) ? "CREATE TABLE t (a INT, " : ""
    for _ in 0..<count { text += pieces.randomElement(using: &generator) ?? "" }
    return text
  }
}
