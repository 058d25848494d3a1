@testable import MigratorTools
import Testing

/// Settings are parsed as the tools parse them.
struct SettingsTextTests {
  private func entries(_ text: String, _ form: SettingsText.Form) -> [String] {
    SettingsText(text, form).entries.map { entry in
      "\(entry.section.joined(separator: "/")): \(entry.key) = \(entry.values.joined(separator: "|"))"
    }
  }

  @Test func `TOML tables, multiline arrays, both quote styles and comments are parsed`() {
    let text = """
      # all of it
      a = 1 # one
      "b.c" = 'C:\\x' # a path
      d.e = "x # y\\t\\u00e9"
      [f . "g h"]
      list = [ # first
        "r", '\\s',
        2,
      ]
      table = { k = true, "l" = [1, 2] }
      [[many]]
      long = \"\"\"
      one
      two\"\"\"
      """
    #expect(
      entries(text, .toml) == [
        ": a = 1", #": b.c = C:\x"#, "d: e = x # y\té",
        #"f/g h: list = r|\s|2"#, "f/g h/table: k = true",
        "f/g h/table: l = 1|2", "many: long = one\ntwo",
      ])
    #expect(!SettingsText(text, .toml).isBroken)
  }

  @Test(arguments: ["a = \"x", "a", "= 1", "a = 1 b = 2"])
  func `invalid TOML is detected`(text: String) {
    #expect(SettingsText(text, .toml).isBroken)
  }

  @Test(arguments: [SettingsText.Form.toml, .json, .environment, .lines])
  func `malformed settings never crash the parser`(form: SettingsText.Form) {
    let odd = [
      "", "a = \"", "a = \"\"\"", "a = \"\\", "a = \"\\u12", "/*", "//", "{", "[", "[[",
      "{\"a\":", "{\"a\":{", "a = [", "a = {", "=", ":", "\"", "export ", "]", "a.b.", "a = [1, #",
    ]
    for text in odd { #expect(SettingsText(text, form).entries.count < 2, "\(text)") }
    for sign in ["[", "{", "{\"a\":", "a = [", "a.", "\"", "\\"] {
      _ = SettingsText("a = " + String(repeating: sign, count: 20_000), form)
      _ = SettingsText(String(repeating: sign, count: 20_000), form)
    }
  }

  @Test(arguments: ["[", "{ a = "])
  func `TOML that is nested too deeply is rejected`(sign: String) {
    #expect(SettingsText("a = " + String(repeating: sign, count: 20_000), .toml).isBroken)
  }

  @Test func `JSON is parsed, with comments in the files in which wrangler allows them`() {
    let text = """
      { /* all */ "a": "http://x", // a place
        "b": { "c": ["d", 1], }, }
      """
    #expect(
      entries(text, .json) == [": a = http://x", "b: c = d|1"])
  }

  @Test func `quotes and comments are interpreted in environment files, but not in plain lines`() {
    let text = "# x\nexport A=b c # d\nE='f # g' # h\nI=j#k\n"
    #expect(
      entries(text, .environment) == [
        ": A = b c", ": E = f # g", ": I = j#k",
      ])
    #expect(
      entries("[s]\n; x\na = 'b' # c\nd: e\n", .lines) == [
        "s: a = 'b' # c", "s: d = e",
      ])
  }

  @Test func `the value of a key that occurs with two values is unknown`() {
    #expect(SettingsText("a = 1\n[b]\na = 2\n", .toml).value(of: "a") == nil)
    #expect(SettingsText("a = 1\n[b]\na = 1\n", .toml).value(of: "a") == "1")
  }
}
