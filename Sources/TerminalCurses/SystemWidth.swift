import CNCursesShim

/// How many columns the C library, and with it ncurses, gives a code point.
enum SystemWidth {
  static func columns(of scalar: Unicode.Scalar) -> Int? {
    let width = Int(ncshim_wcwidth(scalar.value))
    return width < 0 ? nil : width
  }
}
