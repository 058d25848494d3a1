/// Text that is safe to show on a screen; a cell can only contain such text.
///
/// Every string from outside (names, SQL, values, paths, errors) is sanitized when it becomes a
/// `SafeText`. Characters that could control a terminal or deceive a reader become visible marks
/// such as `^[`, `<9B>` or `<U+202E>`. These are control, bidirectional and invisible characters,
/// escape sequences, and code points without a glyph. Marks have the style `Role.mark` and are
/// counted.
public struct SafeText: Sendable, Hashable {
  /// The content of one cell, or a mark that spans several cells.
  public struct Cluster: Sendable, Hashable {
    /// A printable code point with its combining marks, or a mark.
    public let text: String

    /// The width in columns.
    public let width: Int

    /// True if it is a mark that replaces a character.
    public let isMark: Bool
  }

  // Printable ASCII is stored as a string, because nearly all text is ASCII and needs no clusters.
  enum Storage: Sendable, Hashable {
    case ascii(String)
    case clusters([Cluster])
  }

  let storage: Storage

  /// The width in columns.
  public let width: Int

  /// The number of control, bidirectional and invisible characters that are shown as marks.
  ///
  /// LF, CR LF, tabs, unusual spaces and parts of emoji are not counted.
  public let hiddenCount: Int

  /// Sanitizes a string into one line; line breaks and tabs become the marks `⏎`, `␍` and `⇥`.
  ///
  /// - Parameter raw: Any string.
  /// - Complexity: O(*n*), without allocating clusters for printable ASCII.
  public init(_ raw: String) {
    if Sanitizer.isPrintableASCII(raw) {
      self.init(ascii: raw)
    } else {
      var sanitizer = Sanitizer(tabWidth: nil)
      for scalar in raw.unicodeScalars { sanitizer.append(scalar) }
      self.init(sanitizer.finish(), hiddenCount: sanitizer.hiddenCount)
    }
  }

  /// Creates an empty text.
  public init() {
    self.init(ascii: "")
  }

  init(ascii: String) {
    storage = .ascii(ascii)
    width = ascii.utf8.count
    hiddenCount = 0
  }

  init(_ clusters: [Cluster], hiddenCount: Int) {
    // Equal texts must have equal storage.
    if clusters.allSatisfy({ !$0.isMark && $0.width == 1 && $0.text.utf8.count == 1 }) {
      storage = .ascii(clusters.reduce(into: "") { $0 += $1.text })
      width = clusters.count
    } else {
      storage = .clusters(clusters)
      width = clusters.reduce(0) { $0 + $1.width }
    }
    self.hiddenCount = hiddenCount
  }

  /// The clusters in order.
  ///
  /// - Complexity: O(*n*) for printable ASCII, which is not stored in clusters.
  public var clusters: [Cluster] {
    switch storage {
    case .ascii(let text): text.utf8.map { Sanitizer.asciiCluster($0) }
    case .clusters(let clusters): clusters
    }
  }

  /// True if the text contains no clusters.
  public var isEmpty: Bool { width == 0 }

  /// The text as shown, including marks; safe to print to a terminal.
  public var plain: String {
    switch storage {
    case .ascii(let text): text
    case .clusters(let clusters): clusters.reduce(into: "") { $0 += $1.text }
    }
  }
}

extension SafeText: ExpressibleByStringLiteral {
  /// Creates safe text from a literal, which is sanitized like any other string.
  public init(stringLiteral value: String) {
    self.init(value)
  }
}

extension SafeText: CustomStringConvertible {
  /// The text as shown.
  public var description: String { plain }
}
