/// Converts code points into clusters that are safe to show.
///
/// A cluster is the content of one terminal cell according to `wcwidth`: a code point of width 1 or
/// 2 with its combining marks. It has at most four code points, because a curses cell holds five. A
/// cluster is not always a Unicode grapheme: sequences that terminals treat differently, such as
/// joined emoji, are split and their joiners are shown.
struct Sanitizer {
  /// The distance between tab stops; nil shows tabs as marks.
  let tabWidth: Int?

  /// The number of characters that were replaced by counted marks.
  private(set) var hiddenCount = 0

  private static let clusterLimit = 4
  private var clusters: [SafeText.Cluster] = []
  private var columns = 0
  private var open: Open?
  private var lastWasReturn = false

  // The cluster that following combining marks may join.
  private struct Open {
    var scalars: String.UnicodeScalarView
    var width: Int
    var dropped = 0
    var selectorSeen = false
  }

  init(tabWidth: Int?) {
    self.tabWidth = tabWidth
  }

  mutating func finish() -> [SafeText.Cluster] {
    close()
    return clusters
  }

  mutating func append(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    // CR LF is one line ending.
    if value == 0x0A, lastWasReturn {
      lastWasReturn = false
      clusters.removeLast()
      hiddenCount -= 1
      columns -= 1
    }
    lastWasReturn = value == 0x0D
    if let width = TextWidth.quickColumns(value) {
      begin(scalar, width: width)
    } else if let mark = Self.mark(for: scalar) {
      appendMark(mark.text, counted: mark.counted)
    } else {
      switch value {
      case 0x09: appendTab()
      case 0xFE0E, 0xFE0F: appendSelector(scalar)
      case 0x200D: appendJoiner()
      default: appendGlyph(scalar)
      }
    }
  }

  // MARK: Pieces

  private mutating func close() {
    guard let cluster = open else { return }
    open = nil
    emit(.init(text: String(cluster.scalars), width: cluster.width, isMark: false))
    if cluster.dropped > 0 {
      hiddenCount += 1
      let text = "<+\(cluster.dropped)>"
      emit(.init(text: text, width: text.utf8.count, isMark: true))
    }
  }

  private mutating func emit(_ cluster: SafeText.Cluster) {
    clusters.append(cluster)
    columns += cluster.width
  }

  private mutating func begin(_ scalar: Unicode.Scalar, width: Int) {
    close()
    open = Open(scalars: String.UnicodeScalarView([scalar]), width: width)
  }

  private mutating func appendMark(_ text: String, counted: Bool) {
    close()
    hiddenCount += counted ? 1 : 0
    let width = text.utf8.count == text.unicodeScalars.count ? text.utf8.count : 1
    emit(.init(text: text, width: width, isMark: true))
  }

  private mutating func appendTab() {
    guard let tabWidth else { return appendMark("⇥", counted: false) }
    close()
    for _ in 0..<(tabWidth - columns % tabWidth) { emit(Self.asciiCluster(0x20)) }
  }

  // Terminals disagree on the width after a variation selector, so no selector is output. One that
  // only selects the style of an emoji is dropped; any other becomes a mark.
  private mutating func appendSelector(_ scalar: Unicode.Scalar) {
    guard var cluster = open, !cluster.selectorSeen, cluster.scalars.count == 1,
      let base = cluster.scalars.first, base.properties.isEmoji
    else { return appendMark(Self.name(scalar), counted: true) }
    cluster.selectorSeen = true
    open = cluster
  }

  private mutating func appendJoiner() {
    let joinsEmoji = open?.scalars.first.map { !$0.isASCII && $0.properties.isEmoji } ?? false
    appendMark("<ZWJ>", counted: !joinsEmoji)
  }

  private mutating func appendGlyph(_ scalar: Unicode.Scalar) {
    switch TextWidth.columns(of: scalar) {
    case nil: appendMark(Self.name(scalar), counted: true)
    case 0?:
      guard var cluster = open else { return appendMark(Self.name(scalar), counted: true) }
      if cluster.scalars.count < Self.clusterLimit {
        cluster.scalars.append(scalar)
      } else {
        cluster.dropped += 1
      }
      open = cluster
    case let width?: begin(scalar, width: width)
    }
  }
}

/// The widths of characters in columns.
///
/// The table equals glibc's `wcwidth`, which ncurses uses for its layout. With a table of its own,
/// the layout does not depend on the locale, and screens are the same in tests and in a terminal.
public enum TextWidth {
  /// Returns the width of a code point as `wcwidth` does, or nil if it has none.
  ///
  /// - Parameter scalar: The code point.
  /// - Returns: 0 for combining marks, 1, or 2 for wide characters; nil for control characters and
  ///   unassigned code points.
  /// - Complexity: O(log *n*) in about 2,000 runs; O(1) for the most frequent scripts.
  public static func columns(of scalar: Unicode.Scalar) -> Int? {
    if let quick = quickColumns(scalar.value) { return quick }
    let width = tableColumns(scalar.value)
    return width < 0 ? nil : width
  }

  /// Returns the width of a character after sanitizing.
  ///
  /// - Parameter character: The character, which may have several code points.
  /// - Returns: The width of its `SafeText`; a mark may be wider than two columns.
  public static func columns(of character: Character) -> Int {
    SafeText(String(character)).width
  }

  /// Returns the width of frequent code points that are never marked; `nil` for all others, which
  /// need the table.
  static func quickColumns(_ value: UInt32) -> Int? {
    switch value {
    case 0x20...0x7E, 0xA1...0xAC, 0xAE...0x2FF, 0x400...0x482, 0x2500...0x259F: 1
    case 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF, 0xAC00...0xD7A3: 2
    default: nil
    }
  }

  private static func tableColumns(_ value: UInt32) -> Int {
    let runs = WidthTable.runs
    var low = 0
    var high = runs.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if runs[middle] >> 2 <= value { low = middle } else { high = middle }
    }
    return Int(runs[low] & 3) - 1
  }
}
