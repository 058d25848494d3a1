extension Unicode.Scalar {
  /// True for visible characters; false for control, invisible and bidirectional formatting
  /// characters.
  package var isVisible: Bool {
    // Fast paths, because looking up character properties is much slower.
    switch value {
    case 0...0x7F: return value >= 0x20 && value != 0x7F
    case 0xC0...0x24F, 0x2190...0x21FF, 0x4E00...0x9FA5, 0xAC00...0xD7A3: return true
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

extension String {
  /// True if the string has only visible ASCII characters, including spaces.
  package var isVisibleASCII: Bool {
    var copy = self
    return copy.withUTF8 { utf8 in
      // A plain loop is fast even in debug builds.
      var index = 0
      while index < utf8.count {
        if utf8[index] < 0x20 || utf8[index] > 0x7E { return false }
        index += 1
      }
      return true
    }
  }
}
