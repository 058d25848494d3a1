import MigratorEngine
import MigratorPlatform
import MigratorSession

extension ViolationDetail.Field {
  var shortText: String {
    guard let fullLength else { return value.shortText }
    let size = "(\(Format.count(fullLength, "byte")))"
    if let bytes = value.invalidText { return DatabaseValue.bytesText(bytes, of: "text ", size) }
    return switch value.storage {
    case .string(let text): "\"\(text.prefix(80))…\" \(size)"
    case .blob(let bytes): DatabaseValue.bytesText(bytes, size)
    case .null, .int64, .double: value.shortText
    }
  }
}

extension DatabaseValue {
  /// The value for a row of a list.
  ///
  /// Text is in quotes. Blobs and text that is not valid Unicode are shown as their first bytes and
  /// their size.
  var shortText: String {
    if let bytes = nonTextBytes {
      return Self.bytesText(
        bytes, of: invalidText == nil ? "" : "text ", "(\(Format.count(bytes.count, "byte")))")
    }
    return switch storage {
    case .null: "NULL"
    case .int64(let number): "\(number)"
    case .double(let number): "\(number)"
    case .string(let text):
      text.count > 80 ? "\"\(text.prefix(80))…\" (\(text.count) characters)" : "\"\(text)\""
    case .blob: ""
    }
  }

  fileprivate static func bytesText(
    _ bytes: [UInt8], of kind: String = "", _ size: String
  ) -> String {
    let shown = Encodings.hexadecimal(bytes.prefix(8))
    return "\(kind)x'\(shown)\(bytes.count > 8 ? "…" : "")' \(size)"
  }
}
