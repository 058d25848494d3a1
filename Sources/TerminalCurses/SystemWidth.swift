import CNCursesShim

/// The width of a code point in the C library, and therefore in ncurses.
enum SystemWidth {
  static func columns(of scalar: Unicode.Scalar) -> Int? {
    let width = Int(ncshim_wcwidth(scalar.value))
    return width < 0 ? nil : width
  }
}
