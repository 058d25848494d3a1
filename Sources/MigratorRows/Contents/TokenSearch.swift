internal import MigratorPlatform
internal import MigratorSQLite

/// The values of the rows of one table, for searches.
struct TokenIndex {
  /// A place where a value is found unchanged.
  struct Spot: Hashable {
    let row: Int
    let column: Int
  }

  /// The places of tokens.
  let spots: [DatabaseValue: [Spot]]
  /// The other strings and numbers, in lower case.
  let text: [UInt8]
  let blobs: [UInt8]

  init(_ rows: [DatabaseContents.Row], for tokens: Set<DatabaseValue>) {
    var spots: [DatabaseValue: [Spot]] = [:]
    var haystack: [UInt8] = []
    var rawBytes: [UInt8] = []
    for (place, row) in rows.enumerated() {
      for (column, value) in row.values.enumerated() {
        let value = value.comparable
        if tokens.contains(value) {
          spots[value, default: []].append(Spot(row: place, column: column))
          continue
        }
        switch value.storage {
        case .string(let text): haystack += text.asciiLowercased.utf8
        case .blob(let bytes): rawBytes += bytes + [0]
        case .int64(let number): haystack += String(number).utf8
        case .double(let number): haystack += String(number).utf8
        case .null: continue
        }
        haystack.append(0)
      }
    }
    (self.spots, text, blobs) = (spots, haystack, rawBytes)
  }
}

/// Finds values of rows before a migration in the rows after it, wherever they are.
struct TokenSearch {
  private let contents: DatabaseContents
  private let tokens: Set<DatabaseValue>

  /// Prepares the search for values of `tokens`.
  ///
  /// Tables are indexed when they are first searched. Later searches of the same tables use the same
  /// index: newer tokens are not in their rows.
  init(_ contents: DatabaseContents, for tokens: Set<DatabaseValue>) {
    (self.contents, self.tokens) = (contents, tokens)
  }

  private var indexes: some Sequence<TokenIndex> {
    contents.tables.lazy.map { $0.index(for: tokens) }
  }

  /// The places of a token in a table.
  func spots(of token: DatabaseValue, in table: Int) -> [TokenIndex.Spot] {
    contents.tables[table].index(for: tokens).spots[token.comparable] ?? []
  }

  /// The tables in which a token is found unchanged.
  func tables(with token: DatabaseValue) -> [Int] {
    contents.tables.indices.filter { !spots(of: token, in: $0).isEmpty }
  }

  /// True if the value is found unchanged, or within another value: in text, JSON, a blob, in
  /// another case, as digits or in hexadecimal.
  ///
  /// - Parameters:
  ///   - token: The value.
  ///   - table: The table to search first.
  /// - Returns: `true` if it is found.
  func finds(_ token: DatabaseValue, first table: Int? = nil) -> Bool {
    if let table, !spots(of: token, in: table).isEmpty { return true }
    return indexes.contains { $0.spots[token.comparable] != nil } || isInside(token)
  }

  /// True if the value is found within another value.
  func isInside(_ token: DatabaseValue) -> Bool {
    func isInText(_ bytes: [UInt8]) -> Bool { indexes.contains { $0.text.contains(bytes) } }
    func isInBlob(_ bytes: [UInt8]) -> Bool { indexes.contains { $0.blobs.contains(bytes) } }
    func isInHexadecimal(_ bytes: [UInt8]) -> Bool {
      isInText(Array(Encodings.hexadecimal(bytes, uppercase: false).utf8))
    }
    switch token.storage {
    case .null: return true
    case .int64(let number): return isInText(Array(String(number).utf8))
    case .double(let number): return isInText(Array(String(number).utf8))
    case .blob(let blob): return isInBlob(blob) || isInHexadecimal(blob)
    case .string(let text):
      if isInText(Array(text.asciiLowercased.utf8)) { return true }
      if text.hasPrefix("{") || text.hasPrefix("[") {
        // The members of an object may be in separate columns.
        let members = text.matches(of: /[a-z_]+[0-9]{5}/).map { Array($0.output.utf8) }
        if !members.isEmpty, members.allSatisfy(isInText) { return true }
      }
      let bytes = Array(text.utf8)
      return isInBlob(bytes) || isInHexadecimal(bytes)
    }
  }
}

extension [UInt8] {
  /// True if the bytes occur in this order.
  fileprivate func contains(_ part: [UInt8]) -> Bool {
    guard let first = part.first, part.count <= count else { return part.isEmpty }
    var start = startIndex
    let last = count - part.count
    while start <= last {
      guard let place = self[start...last].firstIndex(of: first) else { return false }
      if self[place..<place + part.count].elementsEqual(part) { return true }
      start = place + 1
    }
    return false
  }
}
