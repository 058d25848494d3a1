/// Text that is safe to put on a screen; the only way into a cell.
///
/// Every string from outside (names, SQL, values, paths, errors) passes the sanitiser when a
/// `SafeText` is made from it. What could steer a terminal or deceive a reader (controls, escape
/// sequences, bidirectional and invisible characters, code points without a glyph) becomes a visible
/// mark such as `^[`, `<9B>` or `<U+202E>`, is styled with `Role.mark`, and is counted.
public struct SafeText: Sendable, Hashable {
  /// What is put into one cell, or a mark that spans several.
  public struct Cluster: Sendable, Hashable {
    /// One printable code point with the combining marks that belong to it, or the text of a mark.
    public let text: String

    /// The columns it takes.
    public let width: Int

    /// Whether it stands for a character that is not shown itself.
    public let isMark: Bool
  }

  // Printable ASCII is kept as it is, because nearly all text is and needs no clusters.
  enum Storage: Sendable, Hashable {
    case ascii(String)
    case clusters([Cluster])
  }

  let storage: Storage

  /// The columns the text takes.
  public let width: Int

  /// How many controls, bidirectional and invisible characters are shown as marks.
  ///
  /// Line ends and tabs are ordinary and not counted.
  public let hiddenCount: Int

  /// Sanitises a string into one line: line ends and tabs become the marks `⏎`, `␍` and `⇥`.
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
    // Equal texts have equal storage.
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

  /// Whether the text has no cluster.
  public var isEmpty: Bool { width == 0 }

  /// The text as it is shown, marks spelled out; safe to print to a terminal.
  public var plain: String {
    switch storage {
    case .ascii(let text): text
    case .clusters(let clusters): clusters.reduce(into: "") { $0 += $1.text }
    }
  }
}

extension SafeText: ExpressibleByStringLiteral {
  /// Creates a text of the program's own; sanitised like any other.
  public init(stringLiteral value: String) {
    self.init(value)
  }
}

extension SafeText: CustomStringConvertible {
  /// The text as it is shown.
  public var description: String { plain }
}
