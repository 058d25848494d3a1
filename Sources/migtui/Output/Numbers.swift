/// Sizes in words.
enum ByteCount {
  /// A size with a fitting unit: `412 MB`; units are powers of 1000.
  static func words(_ count: Int64) -> String {
    var size = Double(count.magnitude)
    var units = ["B", "kB", "MB", "GB", "TB"][...]
    while size >= 1000, units.count > 1 {
      size /= 1000
      units.removeFirst()
    }
    let sign = count < 0 ? "-" : ""
    return "\(sign)\(Decimal.words(size, places: size < 100 ? 1 : 0)) \(units.first ?? "B")"
  }
}

/// Durations in words.
enum Seconds {
  /// A duration in seconds: `3 ms`, `0.4 s`, `125 s`.
  static func words(_ seconds: Double) -> String {
    seconds < 0.1
      ? "\(Int((max(0, seconds) * 1000).rounded())) ms"
      : "\(Decimal.words(seconds, places: seconds < 10 ? 1 : 0)) s"
  }
}

/// Numbers and nouns.
enum Count {
  /// A number and its noun: `1 row`, `12 rows`.
  static func words(_ count: some BinaryInteger, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : noun.hasSuffix("x") ? "es" : "s")"
  }
}

private enum Decimal {
  /// A number with at most so many digits behind the point; a zero there is left out.
  static func words(_ value: Double, places: Int) -> String {
    guard places > 0 else { return String(Int64(value.rounded())) }
    let tenths = Int64((value * 10).rounded())
    return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
