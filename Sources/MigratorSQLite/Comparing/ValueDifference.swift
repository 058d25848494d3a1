/// How a value is another one than the one that stood in its place before.
public enum ValueDifference: String, Sendable, Hashable, CaseIterable {
  /// It was NULL.
  case filled
  /// It is NULL now.
  case nulled
  /// It says the same and is stored otherwise: `12` for `'12'`, `1.0` for `1`.
  case converted
  /// Of a text or blob, only the beginning is there.
  case cut
  /// Of a number, digits behind the point are gone.
  case rounded
  /// It is another value, of another storage class.
  case retyped
  /// It is another value.
  case replaced

  /// Tells how two values differ.
  ///
  /// - Parameters:
  ///   - old: The value before.
  ///   - new: The value after, which is another one.
  /// - Complexity: O(*n*) in the length of the values.
  package init(from old: DatabaseValue, to new: DatabaseValue) {
    if old.isNull {
      self = .filled
    } else if new.isNull {
      self = .nulled
    } else if old.isConverted(to: new) {
      self = .converted
    } else if old.isCut(to: new) {
      self = .cut
    } else if old.isRounded(to: new) {
      self = .rounded
    } else {
      self = old.hasStorageClass(of: new) ? .replaced : .retyped
    }
  }
}

extension DatabaseValue {
  /// Whether the value says the same as another one that is stored otherwise.
  fileprivate func isConverted(to other: DatabaseValue) -> Bool {
    switch (storage, other.storage) {
    case (.int64(let number), .double(let other)), (.double(let other), .int64(let number)):
      Int64(exactly: other) == number && Double(number) == other
    case (.int64(let number), .string(let text)), (.string(let text), .int64(let number)):
      text == String(number)
    case (.double(let number), .string(let text)), (.string(let text), .double(let number)):
      // As Swift and SQLite both write it; anything else is told as another value.
      text == String(number) || text == Int64(exactly: number).map { String($0) }
    case (.string, .blob(let bytes)): textBytes == bytes
    case (.blob(let bytes), .string): bytes == other.textBytes
    default: false
    }
  }

  /// Whether another value is the beginning of this one; an empty one is the beginning of all, and tells
  /// nothing.
  fileprivate func isCut(to other: DatabaseValue) -> Bool {
    switch (storage, other.storage) {
    case (.string, .string): Self.isCut(textBytes ?? [], to: other.textBytes ?? [])
    case (.blob(let bytes), .blob(let other)): Self.isCut(bytes, to: other)
    default: false
    }
  }

  private static func isCut(_ bytes: [UInt8], to rest: [UInt8]) -> Bool {
    !rest.isEmpty && bytes.count > rest.count && bytes.starts(with: rest)
  }

  /// Whether another number is this one with fewer digits behind the point, rounded or cut off.
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

  /// How many digits behind the point the number has as a decimal; `nil` for more than 15.
  fileprivate var decimalPlaces: Int? {
    Self.powersOfTen.indices.first(where: hasDecimalPlaces)
  }

  /// Whether the number is that of a decimal with so many digits behind the point, or fewer.
  fileprivate func hasDecimalPlaces(_ count: Int) -> Bool {
    let power = Self.powersOfTen[count]
    return (self * power).rounded() / power == self
  }
}
