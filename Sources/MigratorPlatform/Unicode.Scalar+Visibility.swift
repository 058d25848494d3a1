extension Unicode.Scalar {
  /// Whether the character is one that a reader sees: no control, and nothing that is invisible or turns
  /// the direction of text.
  package var isVisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned,
      .surrogate:
      false
    default: !properties.isDefaultIgnorableCodePoint
    }
  }
}
