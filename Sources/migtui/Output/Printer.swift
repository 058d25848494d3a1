import TerminalUI
import MigratorPlatform

/// Prints lines; every text passes the sanitiser, whether it comes from us or from a file.
enum Printer {
  /// Prints a text to standard output, a line for each of its lines.
  static func say(_ text: String) { write(text, to: STDOUT_FILENO) }

  /// Prints a text to standard error.
  static func complain(_ text: String) { write(text, to: STDERR_FILENO) }

  /// Makes a name that came from outside stay on its line: a line end in it is shown as a mark.
  static func line(_ name: String) -> String { SafeText(name).plain }

  /// Prints JSON, which escapes what a terminal would act upon by itself.
  static func say(_ json: JSON) { send(json.text() + "\n", to: STDOUT_FILENO) }

  private static func write(_ text: String, to descriptor: Int32) {
    let lines = text.isEmpty ? [SafeText()] : SafeText.lines(text)
    send(lines.map { $0.plain + "\n" }.joined(), to: descriptor)
  }

  private static func send(_ text: String, to descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { SystemCalls.write(descriptor, $0) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }  // The reader is gone; nobody is left to tell.
      rest = rest.dropFirst(count)
    }
  }
}

/// Calls whose names others have as well.
enum SystemCalls {
  /// `write(2)`.
  static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #elseif canImport(Musl)
      Musl.write(descriptor, bytes.baseAddress, bytes.count)
    #else
      Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }
}
