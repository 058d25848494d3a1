extension Database {
  func textEncoding() throws -> TextEncoding {
    if let knownEncoding { return knownEncoding }
    let name = try unobserved { try String.fetchOne(self, sql: "PRAGMA encoding") }
    let encoding = name.flatMap(TextEncoding.init) ?? .utf8
    knownEncoding = encoding
    return encoding
  }
}
