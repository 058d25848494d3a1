import MigratorEngine
import MigratorPlatform
import MigratorSession

extension ViolationDetail.Field {
  /// The value for a line of a list.
  var shortText: String {
    guard let wholeLength else { return value.shortText }
    let size = "(\(Format.count(wholeLength, "byte")))"
    return switch value.storage {
    case .string(let text): "\"\(text.prefix(80))…\" \(size)"
    case .blob(let bytes): "x'\(Encodings.hexadecimal(bytes.prefix(8)))…' \(size)"
    case .null, .int64, .double: value.shortText
    }
  }
}

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
    let shown = Encodings.hexadecimal(bytes.prefix(8))
    let more = bytes.count > 8 ? "…" : ""
    return "x'\(shown)\(more)' (\(Format.count(bytes.count, "byte")))"
  }
}
