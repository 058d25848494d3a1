extension Unicode.Scalar {
  /// Whether the character is one that a reader sees: no control, and nothing that is invisible or turns
  /// the direction of text.
  package var isVisible: Bool {
    // Without a look at the tables of all characters, which costs much more.
    if isASCII { return value >= 0x20 && value != 0x7F }
    return switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned,
      .surrogate:
      false
    default: !properties.isDefaultIgnorableCodePoint
    }
  }
}
