extension SafeText {
  /// Concatenates two texts.
  ///
  /// - Parameters:
  ///   - first: The first text.
  ///   - second: The second text.
  /// - Returns: The combined text, with marks and counts.
  public static func + (first: SafeText, second: SafeText) -> SafeText {
    if case .ascii(let left) = first.storage, case .ascii(let right) = second.storage {
      return SafeText(ascii: left + right)
    }
    return SafeText(
      first.clusters + second.clusters, hiddenCount: first.hiddenCount + second.hiddenCount)
  }

  /// Appends `more` to `text`.
  ///
  /// - Parameters:
  ///   - text: The text to extend.
  ///   - more: The text to append.
  public static func += (text: inout SafeText, more: SafeText) {
    text = text + more
  }

  /// Truncates to a width; if anything is omitted, the result ends with an ellipsis.
  ///
  /// - Parameters:
  ///   - columns: The width.
  ///   - ellipsis: The sign for the omitted part; left out if it does not fit.
  /// - Returns: The text, unchanged if it fits. The result is not wider than `columns`, and wide
  ///   characters are not cut. The count of hidden characters is that of the whole text.
  public func prefix(columns: Int, ellipsis: SafeText = "…") -> SafeText {
    guard width > columns else { return self }
    let tail = ellipsis.width <= columns ? ellipsis : SafeText()
    let room = max(0, columns - tail.width)
    if case .ascii(let text) = storage {
      let head = SafeText(ascii: String(text.prefix(room)))
      return tail.isEmpty ? head : head + tail
    }
    var taken: [Cluster] = []
    var used = 0
    for cluster in clusters {
      guard used + cluster.width <= room else { break }
      taken.append(cluster)
      used += cluster.width
    }
    return SafeText(taken + tail.clusters, hiddenCount: hiddenCount)
  }

  /// Replaces the middle with an ellipsis if a width is exceeded, because the end of a path matters
  /// most.
  ///
  /// - Parameters:
  ///   - columns: The width.
  ///   - ellipsis: The sign for the omitted middle.
  /// - Returns: The text, unchanged if it fits; not wider than `columns`.
  public func withoutMiddle(columns: Int, ellipsis: SafeText = "…") -> SafeText {
    let room = columns - ellipsis.width
    guard width > columns, room > 2 else { return prefix(columns: columns, ellipsis: ellipsis) }
    let head = prefix(columns: room / 3, ellipsis: "")
    return head + ellipsis + dropFirst(columns: width - (room - head.width))
  }

  /// Removes the first columns, for example for horizontal scrolling.
  ///
  /// - Parameter columns: The columns to remove. If they cut a wide character or a mark, a space or
  ///   the rest of the mark remains, so that other columns keep their positions.
  /// - Returns: The remaining text.
  public func dropFirst(columns: Int) -> SafeText {
    guard columns > 0 else { return self }
    if case .ascii(let text) = storage { return SafeText(ascii: String(text.dropFirst(columns))) }
    var rest: [Cluster] = []
    var position = 0
    for cluster in clusters {
      let end = position + cluster.width
      if position >= columns {
        rest.append(cluster)
      } else if end > columns {
        let kept = end - columns
        let text =
          cluster.isMark ? String(cluster.text.suffix(kept)) : String(repeating: " ", count: kept)
        rest.append(Cluster(text: text, width: kept, isMark: cluster.isMark))
      }
      position = end
    }
    return SafeText(rest, hiddenCount: hiddenCount)
  }

  /// Pads with spaces to a width.
  ///
  /// - Parameter columns: The width; wider text is returned unchanged.
  /// - Returns: The padded text.
  public func padded(columns: Int) -> SafeText {
    guard width < columns else { return self }
    return self + SafeText(ascii: String(repeating: " ", count: columns - width))
  }

  /// The text in ASCII: dashes, arrows and similar symbols get a plain spelling, other characters
  /// become `\u{…}`.
  public var ascii: SafeText {
    guard case .clusters(let clusters) = storage else { return self }
    return SafeText(clusters.flatMap(Self.asciiClusters), hiddenCount: hiddenCount)
  }

  /// Returns one cluster per character of a spelling, because a cell holds only one.
  private static func asciiClusters(_ cluster: Cluster) -> [Cluster] {
    if cluster.text.utf8.allSatisfy({ $0 < 0x80 }) { return [cluster] }
    if !cluster.isMark, let spelling = Sanitizer.asciiSpellings[cluster.text] {
      return spelling.utf8.map { Sanitizer.asciiCluster($0) }
    }
    let text: String
    if cluster.isMark, let name = Sanitizer.asciiNames[cluster.text] {
      text = name
    } else {
      text = cluster.text.unicodeScalars.reduce(into: "") { result, scalar in
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += scalar.isASCII ? String(scalar) : "\\u{\(digits)}"
      }
    }
    return [Cluster(text: text, width: text.utf8.count, isMark: true)]
  }
}
