/// How a value differs from the previous value in the same place.
public enum ValueDifference: String, Sendable, Hashable, CaseIterable {
  /// The old value was NULL.
  case filled
  /// The new value is NULL.
  case nulled
  /// Only the storage class changed: `12` for `'12'`, `1.0` for `1`.
  case converted
  /// Only the beginning of the text or blob remains.
  case cut
  /// A number lost decimal places.
  case rounded
  /// The value changed, and so did its storage class.
  case retyped
  /// The value changed.
  case replaced

  /// Classifies the difference between two values.
  ///
  /// - Parameters:
  ///   - old: The value before the change.
  ///   - new: The value after the change, which differs from `old`.
  /// - Complexity: O(*n*) in the length of the values.
  package init(from old: DatabaseValue, to new: DatabaseValue) {
    if old.isNull {
      self = .filled
    } else if new.isNull {
      self = .nulled
    } else if old.isConverted(to: new) {
      self = .converted
    } else if old.isTruncated(to: new) {
      self = .cut
    } else if old.isRounded(to: new) {
      self = .rounded
    } else {
      self = old.hasStorageClass(of: new) ? .replaced : .retyped
    }
  }
}

extension DatabaseValue {
  fileprivate func isConverted(to other: DatabaseValue) -> Bool {
    switch (storage, other.storage) {
    case (.int64(let number), .double(let other)), (.double(let other), .int64(let number)):
      Int64(exactly: other) == number && Double(number) == other
    case (.int64(let number), .string(let text)), (.string(let text), .int64(let number)):
      text == String(number)
    case (.double(let number), .string(let text)), (.string(let text), .double(let number)):
      // Recognize only notations that Swift and SQLite both use. Others count as replaced.
      text == String(number) || text == Int64(exactly: number).map { String($0) }
    case (.string, .blob(let bytes)): textBytes == bytes
    case (.blob(let bytes), .string): bytes == other.textBytes
    default: false
    }
  }

  /// Returns true if another value is a non-empty proper prefix of this one.
  fileprivate func isTruncated(to other: DatabaseValue) -> Bool {
    switch (storage, other.storage) {
    case (.string, .string): Self.isTruncated(textBytes ?? [], to: other.textBytes ?? [])
    case (.blob(let bytes), .blob(let other)): Self.isTruncated(bytes, to: other)
    default: false
    }
  }

  private static func isTruncated(_ bytes: [UInt8], to rest: [UInt8]) -> Bool {
    !rest.isEmpty && bytes.count > rest.count && bytes.starts(with: rest)
  }

  /// Returns true if another number is this one with fewer decimal places, rounded or truncated.
  fileprivate func isRounded(to other: DatabaseValue) -> Bool {
    guard case .double(let number) = storage else { return false }
    let rest: Double
    switch other.storage {
    case .double(let other): rest = other
    case .int64(let other): rest = Double(other)
    default: return false
    }
    guard abs(number - rest) < 1, let digits = rest.decimalPlaces else { return false }
    return !number.hasDecimalPlaces(digits)
      && abs(number - rest) * Double.powersOfTen[digits] < 1
  }

  fileprivate func hasStorageClass(of other: DatabaseValue) -> Bool {
    switch (storage, other.storage) {
    case (.null, .null), (.int64, .int64), (.double, .double), (.string, .string), (.blob, .blob):
      true
    default: false
    }
  }
}

extension Double {
  fileprivate static let powersOfTen = (0...15).map { place in
    (0..<place).reduce(1.0) { power, _ in power * 10 }
  }

  /// The number of decimal places; `nil` if there are more than 15.
  fileprivate var decimalPlaces: Int? {
    Self.powersOfTen.indices.first(where: hasDecimalPlaces)
  }

  fileprivate func hasDecimalPlaces(_ count: Int) -> Bool {
    let power = Self.powersOfTen[count]
    return (self * power).rounded() / power == self
  }
}
