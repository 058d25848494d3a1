import MigratorEngine
import MigratorSession

extension DatabaseValue {
  /// The value for a line of a list: text in quotes, a blob by its first bytes and its size.
  var shortText: String {
    switch storage {
    case .null: "NULL"
    case .int64(let number): "\(number)"
    case .double(let number): "\(number)"
    case .string(let text):
      text.count > 80 ? "\"\(text.prefix(80))…\" (\(text.count) characters)" : "\"\(text)\""
    case .blob(let bytes): Self.blobText(bytes)
    }
  }

  private static func blobText(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    let shown = bytes.prefix(8).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    let more = bytes.count > 8 ? "…" : ""
    return "x'\(String(shown))\(more)' (\(Format.count(bytes.count, "byte")))"
  }
}
