import Testing

@testable import SQLSyntax

struct ASCIIFoldingTests {
  @Test func `a word is found at every position and in any case, and nothing else is found`() {
    let words: [StaticString] = ["*", "\"", "do", "down", "delete-all", "last_insert_rowid"]
    for word in words {
      for place in 0..<20 {
        for rest in 0..<10 {
          let head = String(repeating: "d\n", count: place / 2) + (place % 2 == 1 ? "J" : "")
          let tail = String(repeating: "\u{1F}é", count: rest)
          let isFound = [word.description, word.description.uppercased()].allSatisfy {
            (head + $0 + tail).containsIgnoringASCIICase(word)
          }
          let part = String(word.description.dropLast())
          if !isFound || (head + part + "\u{A}" + tail).containsIgnoringASCIICase(word) {
            Issue.record("\(word) at \(place), \(rest) bytes before the end")
          }
        }
      }
    }
    #expect(!"".containsIgnoringASCIICase("a"))
    // Bytes that differ from those of the word only in the bit for the case.
    #expect(!"12345678\n1234567 D\u{4F}W\u{4E} ".containsIgnoringASCIICase("*"))
    #expect(!"1234567 aa\u{7F}aa aaaaaaaa".containsIgnoringASCIICase("a_a"))
  }
}
