extension SafeText {
  private static let tabWidth = 4

  /// Splits a string at its line endings and sanitizes each line; tabs become spaces up to the next
  /// stop.
  ///
  /// - Parameter raw: Any string. Lines end with LF or CR LF; any other CR becomes a mark and is
  ///   counted.
  /// - Returns: The lines without their line endings. A line ending at the end of the string does
  ///   not start another line.
  /// - Complexity: O(*n*).
  public static func lines(_ raw: String) -> [SafeText] {
    var text = raw
    return text.withUTF8 { bytes in
      var lines: [SafeText] = []
      var start = 0
      while start < bytes.count {
        let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
        let hasReturn = end < bytes.count && end > start && bytes[end - 1] == 0x0D
        let line = UnsafeBufferPointer(rebasing: bytes[start..<(hasReturn ? end - 1 : end)])
        lines.append(SafeText(line: line))
        start = end + 1
      }
      return lines
    }
  }

  private init(line: UnsafeBufferPointer<UInt8>) {
    if line.allSatisfy(Sanitizer.isPrintableASCII) {
      self.init(ascii: String(decoding: line, as: UTF8.self))
      return
    }
    if line.allSatisfy({ Sanitizer.isPrintableASCII($0) || $0 == 0x09 }) {
      var expanded: [UInt8] = []
      for byte in line {
        if byte == 0x09 {
          let count = Self.tabWidth - expanded.count % Self.tabWidth
          expanded.append(contentsOf: repeatElement(0x20, count: count))
        } else {
          expanded.append(byte)
        }
      }
      self.init(ascii: String(decoding: expanded, as: UTF8.self))
      return
    }
    var sanitizer = Sanitizer(tabWidth: Self.tabWidth)
    for scalar in String(decoding: line, as: UTF8.self).unicodeScalars { sanitizer.append(scalar) }
    self.init(sanitizer.finish(), hiddenCount: sanitizer.hiddenCount)
  }

  /// Breaks into lines of a width, at spaces if possible.
  ///
  /// - Parameter columns: The width of a line; at least one.
  /// - Returns: The lines, at least one, without the spaces at the breaks. A mark or a word that is
  ///   wider than a line is broken anywhere.
  /// - Complexity: O(*n*).
  public func wrapped(columns: Int) -> [SafeText] {
    guard width > columns else { return [self] }
    let limit = max(1, columns)
    var lines: [[Cluster]] = []
    var line: [Cluster] = []
    var used = 0
    var lastSpace: Int?
    for cluster in clusters.flatMap({ $0.pieces(columns: limit) }) {
      if used + cluster.width > limit {
        if cluster.isSpace {
          lines.append(line)
          (line, used, lastSpace) = ([], 0, nil)
          continue
        }
        let cut = line.count - Self.numberLength(before: cluster, in: line)
        let rest = Array(lastSpace.map { line[($0 + 1)...] } ?? line[cut...])
        lines.append(Array(line[..<(lastSpace ?? cut)]))
        line = rest
        used = rest.reduce(0) { $0 + $1.width }
        lastSpace = nil
      }
      if cluster.isSpace, !(line.isEmpty && !lines.isEmpty) { lastSpace = line.count }
      if cluster.isSpace, line.isEmpty, !lines.isEmpty { continue }
      line.append(cluster)
      used += cluster.width
    }
    if !line.isEmpty || lines.isEmpty { lines.append(line) }
    return lines.enumerated().map { index, clusters in
      // Keep the count on the first line only.
      SafeText(clusters, hiddenCount: index == 0 ? hiddenCount : 0)
    }
  }
}

extension SafeText {
  /// How many clusters at the end of a line belong to the number or location that would be cut.
  ///
  /// A cut `tickets.sql:14` would read as line 1. A whole line of digits is cut anyway.
  private static func numberLength(before next: Cluster, in line: [Cluster]) -> Int {
    guard next.isOfLocation else { return 0 }
    let length = line.reversed().prefix(while: \.isOfLocation).count
    return length < line.count ? length : 0
  }
}

extension SafeText.Cluster {
  fileprivate var isOfLocation: Bool {
    !isMark && text.utf8.count == 1 && text.allSatisfy { $0.isNumber || $0 == ":" }
  }

  fileprivate var isSpace: Bool { text == " " && !isMark }

  // A mark may be wider than a line.
  fileprivate func pieces(columns: Int) -> [SafeText.Cluster] {
    guard isMark, width > columns else { return [self] }
    return text.map { SafeText.Cluster(text: String($0), width: 1, isMark: true) }
  }
}
