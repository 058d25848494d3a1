import MigratorPlatform

/// Writes indented JSON as UTF-8, member by member.
///
/// A list may have millions of elements, so the writer builds no values and allocates nothing for
/// the fixed parts.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  /// The number of spaces at the start of each line except the first.
  private var indent: Int
  /// True until the innermost object or array has a member.
  private var isEmpty = true

  init(indent: Int = 0) { self.indent = indent }

  /// The written text.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Writes an object whose members the closure writes.
  mutating func object(_ members: (inout JSONWriter) throws -> Void) rethrows {
    try group("{", "}", members)
  }

  /// Writes an array whose elements the closure writes, each after ``element()``.
  mutating func array(_ elements: (inout JSONWriter) throws -> Void) rethrows {
    try group("[", "]", elements)
  }

  private mutating func group(
    _ opening: Unicode.Scalar, _ closing: Unicode.Scalar,
    _ body: (inout JSONWriter) throws -> Void
  ) rethrows {
    begin(opening)
    try body(&self)
    end(closing)
  }

  /// Begins an object or array, for a group that one function cannot complete.
  mutating func begin(_ opening: Unicode.Scalar) {
    bytes.append(UInt8(ascii: opening))
    indent += 2
    isEmpty = true
  }

  mutating func end(_ closing: Unicode.Scalar) {
    indent -= 2
    if !isEmpty { appendLine(afterComma: false) }
    bytes.append(UInt8(ascii: closing))
    isEmpty = false
  }

  /// Begins an element of an array; its value follows.
  mutating func element() {
    appendLine(afterComma: !isEmpty)
    isEmpty = false
  }

  /// Begins a member of an object; its value follows.
  mutating func name(_ name: String) {
    element()
    string(name)
    literal(": ")
  }

  /// Begins a member whose name needs no escapes; its value follows.
  mutating func key(_ key: StaticString) {
    element()
    bytes.append(UInt8(ascii: "\""))
    literal(key)
    literal("\": ")
  }

  mutating func member(_ name: String, _ value: String) {
    self.name(name)
    string(value)
  }

  mutating func member(key: StaticString, _ value: String) {
    self.key(key)
    string(value)
  }

  mutating func member(_ name: String, _ value: JSON) {
    self.name(name)
    value.write(to: &self, check: {})
  }

  mutating func literal(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Writes an integer; if readers may round it, writes an object that contains it as a string.
  mutating func integer(_ value: Int64) {
    // Many readers of JSON keep numbers as doubles, which are exact up to 2^53.
    guard value.magnitude <= 1 << 53 else {
      return object { $0.member("integer", String(value)) }
    }
    bytes.append(contentsOf: String(value).utf8)
  }

  mutating func number(_ value: Double) {
    bytes.append(contentsOf: (value.isFinite ? String(value) : "null").utf8)
  }

  /// Ends the line after the last group.
  mutating func endLine() { bytes.append(UInt8(ascii: "\n")) }

  private mutating func appendLine(afterComma: Bool) {
    let line: StaticString = ",\n                                "
    let skipped = afterComma ? 0 : 1
    let count = 2 + indent
    bytes.append(
      contentsOf: UnsafeBufferPointer(
        start: line.utf8Start + skipped, count: min(count, line.utf8CodeUnitCount) - skipped))
    for _ in 0..<max(0, count - line.utf8CodeUnitCount) { bytes.append(UInt8(ascii: " ")) }
  }

  /// Removes the written bytes, so that the buffer can be reused.
  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// A place to which the writer can return.
  struct Mark {
    fileprivate let count: Int
    fileprivate let indent: Int
    fileprivate let isEmpty: Bool
  }

  var mark: Mark { Mark(count: bytes.count, indent: indent, isEmpty: isEmpty) }

  mutating func goBack(to mark: Mark) {
    bytes.removeSubrange(mark.count...)
    (indent, isEmpty) = (mark.indent, mark.isEmpty)
  }
}

extension JSONWriter {
  /// Writes a quoted string.
  ///
  /// Control characters and invisible characters are escaped: exact for programs, and harmless on a
  /// terminal.
  mutating func string(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    var copy = text
    copy.withUTF8 { utf8 in
      // The start of the bytes that are not copied yet.
      var (start, place) = (0, 0)
      var hidesHash: Bool?
      while place < utf8.count {
        if place + 8 <= utf8.count, Self.areEightPlain(utf8, at: place) {
          place += 8
          continue
        }
        if Self.isPlain(utf8[place]) {
          place += 1
          continue
        }
        let (scalar, next) = utf8.scalar(at: place)
        var escape = Self.escape(scalar)
        if scalar == "#" {
          // Build servers interpret `##[` anywhere in a line as a command.
          let hides = hidesHash ?? (LogLine.safe(text) != text)
          hidesHash = hides
          escape = hides ? "\\u0023" : nil
        }
        if let escape {
          bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<place]))
          bytes.append(contentsOf: escape.utf8)
          start = next
        }
        place = next
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// True for visible ASCII except `"`, `\` and `#`.
  @inline(__always)
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != 0x22 && byte != 0x5C && byte != 0x23
  }

  /// True if ``isPlain(_:)`` is true for eight bytes; false if it may not be.
  ///
  /// Source: <https://graphics.stanford.edu/~seander/bithacks.html#ZeroInWord>.
  @inline(__always)
  private static func areEightPlain(_ utf8: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let word = UnsafeRawBufferPointer(utf8).loadUnaligned(fromByteOffset: place, as: UInt64.self)
    func less(_ word: UInt64, than limit: UInt64) -> UInt64 { (word &- limit * ones) & ~word }
    func equal(to byte: UInt64) -> UInt64 { less(word ^ byte * ones, than: 1) }
    let others =
      word | less(word, than: 0x20) | equal(to: 0x22) | equal(to: 0x23) | equal(to: 0x5C)
      | equal(to: 0x7F)
    return others & (0x80 * ones) == 0
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\n": "\\n"
    case "\t": "\\t"
    case _ where scalar.isVisible: nil
    default:
      String(scalar).utf16.map { "\\u" + Encodings.hexadecimal($0, digits: 4) }.joined()
    }
  }
}
