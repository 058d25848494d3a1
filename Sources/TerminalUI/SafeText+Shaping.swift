extension SafeText {
  /// Returns two texts, one after the other.
  ///
  /// - Parameters:
  ///   - first: The first text.
  ///   - second: The second text.
  /// - Returns: Both; marks and counts are kept.
  public static func + (first: SafeText, second: SafeText) -> SafeText {
    if case .ascii(let left) = first.storage, case .ascii(let right) = second.storage {
      return SafeText(ascii: left + right)
    }
    return SafeText(
      first.clusters + second.clusters, hiddenCount: first.hiddenCount + second.hiddenCount)
  }

  /// Appends a text.
  ///
  /// - Parameters:
  ///   - text: The text to extend.
  ///   - more: What to append.
  public static func += (text: inout SafeText, more: SafeText) {
    text = text + more
  }

  /// Returns as much of the beginning as fits, with an ellipsis where something is left out.
  ///
  /// - Parameters:
  ///   - columns: The columns there are.
  ///   - ellipsis: What stands for the rest; left out itself when there is no room for it.
  /// - Returns: The text unchanged if it fits; never wider than `columns`, wide characters whole.
  ///   The count of hidden characters stays that of the whole text.
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

  /// Returns the text with its middle left out where it does not fit: of a path, the end says most.
  ///
  /// - Parameters:
  ///   - columns: The columns there are.
  ///   - ellipsis: What stands for the middle.
  /// - Returns: The text unchanged if it fits; never wider than `columns`.
  public func withoutMiddle(columns: Int, ellipsis: SafeText = "…") -> SafeText {
    let room = columns - ellipsis.width
    guard width > columns, room > 2 else { return prefix(columns: columns, ellipsis: ellipsis) }
    let head = prefix(columns: room / 3, ellipsis: "")
    return head + ellipsis + dropFirst(columns: width - (room - head.width))
  }

  /// Returns what is left when columns are scrolled away at the beginning.
  ///
  /// - Parameter columns: The columns to leave out; where they cut a wide character or a mark in
  ///   two, a space or the rest of the mark stays, so that columns keep their place.
  /// - Returns: The rest.
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

  /// Returns the text with spaces added up to a width.
  ///
  /// - Parameter columns: The width wanted; wider text is returned unchanged.
  /// - Returns: The padded text.
  public func padded(columns: Int) -> SafeText {
    guard width < columns else { return self }
    return self + SafeText(ascii: String(repeating: " ", count: columns - width))
  }

  /// The text for terminals that can show only ASCII: dashes, arrows and the like in their plain
  /// spelling, everything else as `\u{…}`.
  public var ascii: SafeText {
    guard case .clusters(let clusters) = storage else { return self }
    return SafeText(clusters.flatMap(Self.asciiClusters), hiddenCount: hiddenCount)
  }

  /// A spelling takes a cluster for each of its characters: a cell holds one.
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
