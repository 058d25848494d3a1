import MigratorCommands
import Foundation
import Testing

struct JSONTests {
  @Test func `keys keep their order, and empty values take no extra lines`() {
    let json: JSON = ["b": 1, "a": ["x", true, .null], "none": [], "object": .object([])]
    #expect(
      json.text() == """
        {
          "b": 1,
          "a": [
            "x",
            true,
            null
          ],
          "none": [],
          "object": {}
        }
        """)
  }

  @Test func `writing a value stops as soon as the check throws`() throws {
    struct Stop: Error {}
    let json: JSON = ["a": ["b", "c"], "d": 1]
    // The checks: the object, the list, and each value.
    for limit in 0..<5 {
      var count = 0
      #expect(throws: Stop.self) {
        try json.text(check: {
          count += 1
          if count > limit { throw Stop() }
        })
      }
    }
    #expect(json.text(check: {}) == json.text())
  }

  @Test(arguments: [
    "O'Brien \"Nobby\" \\", "\u{1B}[2J\u{7}\u{0}\r\n\t", "\u{202E}bidi\u{200B}", "大江 é 👩‍👩‍👧",
    "\u{2028}\u{FEFF}\u{E000}\u{10FFFF}", "", "plain \"é\" plain\u{200B}\\plain\u{7F}",
    "\u{301}\"\u{301}",
    "1234567\"12345678\\123456\u{7F}\u{1F}12345678", "12345678é12345678\u{200B}12345678",
  ])
  func `any text round-trips exactly and is safe for terminals`(text: String) throws {
    let written = JSON.string(text).text()
    let isSafe = written.unicodeScalars.allSatisfy {
      $0.value >= 0x20 && $0.value != 0x7F && $0.properties.generalCategory != .format
    }
    #expect(isSafe)
    let back = try JSONSerialization.jsonObject(
      with: Data(written.utf8), options: .fragmentsAllowed)
    #expect((back as? String).map { Array($0.unicodeScalars) } == Array(text.unicodeScalars))
  }
}
