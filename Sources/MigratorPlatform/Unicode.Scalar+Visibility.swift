extension Unicode.Scalar {
  /// Whether the character is one that a reader sees: no control, and nothing that is invisible or turns
  /// the direction of text.
  package var isVisible: Bool {
    // Without a look at the tables of all characters, which costs much more.
    switch value {
    case 0...0x7F: return value >= 0x20 && value != 0x7F
    // Latin letters, Chinese characters, Korean syllables.
    case 0xC0...0x24F, 0x4E00...0x9FA5, 0xAC00...0xD7A3: return true
    default: break
    }
    return switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned,
      .surrogate:
      false
    default: !properties.isDefaultIgnorableCodePoint
    }
  }
}
