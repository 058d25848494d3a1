extension TextVariant {
  /// Says in what a file differs from what was applied, as far as its checksum can tell.
  ///
  /// - Parameters:
  ///   - text: The text as it is now.
  ///   - matches: Whether a text is the one that was applied.
  /// - Returns: A sentence for the screen.
  static func note(of text: String, where matches: (String) -> Bool) -> String {
    if let difference = difference(of: text, where: matches) {
      return "Nothing but \(difference) differs from what was applied."
    }
    return "The text is not what was applied: \(attempts)."
  }
}
