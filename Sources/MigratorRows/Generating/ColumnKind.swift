internal import MigratorSQLite
internal import MigratorSchema

/// The purpose of a column, by its declared type and its name.
enum ColumnKind: Hashable, Sendable {
  case integer
  case real
  case text
  case blob
  case boolean
  case json
  /// A UUID as text, or as 16 bytes.
  case uuid(asBlob: Bool)
  case time(TimeForm)
}

extension ColumnKind {
  /// Chooses the kind of a column.
  ///
  /// - Parameters:
  ///   - type: The declared type.
  ///   - name: The name of the column.
  ///   - isStrict: True in a STRICT table, which enforces the type.
  ///   - holdsJSON: True if the schema or a migration reads the column as JSON.
  init(type: String, name: String, isStrict: Bool, holdsJSON: Bool) {
    let words = NameWords(name)
    let affinity = ColumnAffinity(type: type)
    if isStrict {
      switch SQLName(type) {
      case "BLOB": self = words.areOfUUID ? .uuid(asBlob: true) : .blob
      case "REAL": self = words.areOfTime ? .time(.fractionalSeconds) : .real
      case "TEXT", "ANY": self = Self.text(words, holdsJSON: holdsJSON)
      default: self = Self.integer(words)
      }
      return
    }
    if holdsJSON || type.containsIgnoringASCIICase("json") {
      self = .json
    } else if type.containsIgnoringASCIICase("bool") {
      self = .boolean
    } else if type.containsIgnoringASCIICase("uuid") || type.containsIgnoringASCIICase("guid") {
      self = .uuid(asBlob: false)
    } else if type.containsIgnoringASCIICase("datetime")
      || type.containsIgnoringASCIICase("timestamp")
    {
      self = .time(affinity == .integer ? TimeForm.number(words) : .dateTime)
    } else if SQLName(type) == "DATE" {
      self = .time(.date)
    } else if SQLName(type) == "TIME" {
      self = .time(.clock)
    } else {
      switch affinity {
      case .integer: self = Self.integer(words)
      case .text: self = Self.text(words, holdsJSON: holdsJSON)
      case .real: self = words.areOfTime ? .time(.fractionalSeconds) : .real
      case .blob where type.isEmpty: self = Self.text(words, holdsJSON: holdsJSON)
      case .blob: self = words.areOfUUID ? .uuid(asBlob: true) : .blob
      case .numeric: self = Self.other(type, words)
      }
    }
  }

  private static func integer(_ words: NameWords) -> ColumnKind {
    if words.areOfFlag { return .boolean }
    return words.areOfTime ? .time(TimeForm.number(words)) : .integer
  }

  private static func text(_ words: NameWords, holdsJSON: Bool) -> ColumnKind {
    if holdsJSON || words.areOfJSON { return .json }
    if words.areOfUUID { return .uuid(asBlob: false) }
    return words.areOfTime ? .time(words.areOfDate ? .date : .dateTime) : .text
  }

  /// The kind for a type name that SQLite does not recognize, with NUMERIC affinity.
  private static func other(_ type: String, _ words: NameWords) -> ColumnKind {
    for word in ["num", "dec", "money", "currency", "float"] as [StaticString]
    where type.containsIgnoringASCIICase(word) {
      // Go's GORM and others declare flags as NUMERIC.
      return words.areOfFlag ? .boolean : .real
    }
    for word in ["binary", "bytes"] as [StaticString] where type.containsIgnoringASCIICase(word) {
      return .blob
    }
    return type.containsIgnoringASCIICase("long") ? integer(words) : text(words, holdsJSON: false)
  }
}

/// How a column stores times.
enum TimeForm: Hashable, Sendable {
  case dateTime
  case date
  case clock
  case seconds
  case milliseconds
  case fractionalSeconds

  static func number(_ words: NameWords) -> TimeForm {
    words.contain(["ms", "millis", "milliseconds", "msec"]) ? .milliseconds : .seconds
  }
}

/// The words of a column's name, in lowercase: `created_at` and `createdAt` have two.
struct NameWords {
  private let words: [String]

  init(_ name: String) {
    var words: [[UInt8]] = [[]]
    var isAfterLower = false
    for byte in name.utf8 {
      let isUpper = byte >= 0x41 && byte <= 0x5A
      let isWordPart = isUpper || byte >= 0x80 || (0x61...0x7A).contains(byte)
      if !isWordPart || isUpper && isAfterLower { words.append([]) }
      if isWordPart { words[words.count - 1].append(byte.asciiLowercased) }
      isAfterLower = isWordPart && !isUpper
    }
    self.words = words.filter { !$0.isEmpty }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// True if both names end with the same word, as `created_by` and `path_created_by` do.
  func meansSame(as other: NameWords) -> Bool { !words.isEmpty && words.last == other.words.last }

  func contain(_ wanted: Set<String>) -> Bool { words.contains(where: wanted.contains) }
  private func end(with wanted: Set<String>) -> Bool { words.last.map(wanted.contains) ?? false }
  private func begin(with wanted: Set<String>) -> Bool { words.first.map(wanted.contains) ?? false }

  var areOfTime: Bool {
    end(with: [
      "at", "date", "time", "timestamp", "datetime", "created", "updated", "modified", "expires",
      "expiry", "deadline", "birthday", "until", "ts", "epoch",
    ]) || words.count > 1 && end(with: ["on", "ms", "millis"]) && !areOfFlag
  }

  /// True for names of dates without a time.
  var areOfDate: Bool { end(with: ["date", "birthday", "on"]) }

  var areOfFlag: Bool {
    words.count > 1
      && begin(with: ["is", "has", "can", "should", "allow", "allows", "enable", "use", "was"])
      || end(with: [
        "enabled", "disabled", "active", "archived", "visible", "hidden", "public", "verified",
        "locked", "required", "completed", "admin", "flag", "pinned", "starred", "favorite",
      ])
  }

  var areOfUUID: Bool { contain(["uuid", "guid"]) }

  var areOfJSON: Bool { contain(["json"]) || end(with: ["metadata", "payload"]) }

  /// True for names of identifiers, whose values do not repeat in an app's rows.
  var areOfIdentity: Bool {
    areOfUUID
      || end(with: [
        "id", "ids", "hash", "token", "key", "path", "url", "uri", "email", "username", "slug",
        "digest", "checksum", "fingerprint", "login", "handle", "sha", "md", "nonce", "secret",
        "filename", "hostname", "domain", "isbn", "ulid",
      ])
  }

  /// True for names of columns that hold any text, even if a migration compares it with a literal.
  var areOfFreeText: Bool {
    end(with: ["name", "title", "description", "content", "text", "body", "comment", "note"])
  }

  /// True for counts, which are kept small because a migration may insert that many rows.
  var areOfCount: Bool {
    end(with: ["count", "counter", "counts", "quantity", "qty", "times", "attempts", "retries"])
  }

  var areOfEmail: Bool { end(with: ["email"]) }
  var areOfURL: Bool { end(with: ["url", "uri"]) }
}
