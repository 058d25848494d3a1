extension StringProtocol {
  var trimmingWhitespace: String {
    let head = drop { $0.isWhitespace }
    return String(String(head.reversed()).drop { $0.isWhitespace }.reversed())
  }
}
