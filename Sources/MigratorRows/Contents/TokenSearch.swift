internal import MigratorPlatform
internal import MigratorSQLite

/// Finds values of rows before a migration in the rows after it, wherever they are.
struct TokenSearch {
  /// Where a value is found unchanged.
  struct Spot: Hashable {
    let row: RowPlace
    let column: Int
  }

  private let spots: [DatabaseValue: [Spot]]
  private let haystack: [UInt8]
  private let rawBytes: [UInt8]

  /// Prepares the search for values of `tokens`.
  init(_ contents: DatabaseContents, for tokens: Set<DatabaseValue>) {
    var spots: [DatabaseValue: [Spot]] = [:]
    var haystack: [UInt8] = []
    var rawBytes: [UInt8] = []
    for (index, table) in contents.tables.enumerated() {
      for (place, row) in table.rows.enumerated() {
        for (column, value) in row.values.enumerated() {
          let value = value.comparable
          if tokens.contains(value) {
            spots[value, default: []].append(
              Spot(row: RowPlace(table: index, row: place), column: column))
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
    }
    (self.spots, self.haystack, self.rawBytes) = (spots, haystack, rawBytes)
  }

  func spots(of token: DatabaseValue) -> [Spot] { spots[token.comparable] ?? [] }

  /// True if the value is found unchanged, or within another value: in text, JSON, a blob, in
  /// another case, as the text of a number or in hexadecimal digits.
  func finds(_ token: DatabaseValue) -> Bool {
    !spots(of: token).isEmpty || isInside(token)
  }

  /// True if the value is found within another value.
  func isInside(_ token: DatabaseValue) -> Bool {
    let bytes: [UInt8]
    switch token.storage {
    case .null: return true
    case .string(let text): bytes = Array(text.asciiLowercased.utf8)
    case .int64(let number): bytes = Array(String(number).utf8)
    case .double(let number): bytes = Array(String(number).utf8)
    case .blob(let blob):
      return rawBytes.contains(blob)
        || haystack.contains(Array(Encodings.hexadecimal(blob, uppercase: false).utf8))
    }
    if haystack.contains(bytes) { return true }
    guard case .string(let text) = token.storage else { return false }
    if text.hasPrefix("{") || text.hasPrefix("[") {
      // The members of an object may be in columns of their own.
      let members = text.matches(of: /[a-z_]+[0-9]{5}/).map { Array($0.output.utf8) }
      if !members.isEmpty, members.allSatisfy(haystack.contains) { return true }
    }
    return rawBytes.contains(Array(text.utf8))
      || haystack.contains(
        Array(Encodings.hexadecimal(Array(text.utf8), uppercase: false).utf8))
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
