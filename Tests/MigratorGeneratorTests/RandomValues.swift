import Foundation
import MigratorRecords
import MigratorTestSupport

struct RandomValues {
  var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func int() -> Int {
    let edges = [0, 1, -1, .max, .min, 1 << 53, -(1 << 31)]
    return bool()
      ? edges[Int.random(in: edges.indices, using: &generator)]
      : Int.random(in: .min ... .max, using: &generator)
  }

  mutating func small() -> Int { Int.random(in: 0..<1_000_000_000, using: &generator) }

  mutating func bool() -> Bool { Bool.random(using: &generator) }

  mutating func double() -> Double {
    let edges = [0, -0.5, 1e300, -1e-300, .greatestFiniteMagnitude, 0.1]
    return bool()
      ? edges[Int.random(in: edges.indices, using: &generator)]
      : Double.random(in: -1e9...1e9, using: &generator)
  }

  /// Contains no NUL, at which SQLite's own functions would stop.
  mutating func text() -> String { RandomSQL.text(using: &generator).replacing("\u{0}", with: "") }

  mutating func data() -> Data {
    Data(
      (0..<Int.random(in: 0..<20, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      })
  }

  mutating func uuid() -> UUID {
    let bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  /// Multiples of half a second, which every storage format preserves.
  mutating func date() -> Date {
    Date(timeIntervalSince1970: Double(Int.random(in: -1 << 32...1 << 32, using: &generator)) / 2)
  }

  /// At most 15 digits, which a numeric column preserves.
  mutating func decimal() -> Decimal {
    let digits = Int.random(in: -999_999_999...999_999_999, using: &generator)
    return Decimal(digits) / Decimal(100)
  }

  mutating func optional<Value>(_ value: (inout RandomValues) -> Value) -> Value? {
    bool() ? value(&self) : nil
  }

  mutating func stored() -> DatabaseValue {
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: .null
    case 1: int().databaseValue
    case 2: double().databaseValue
    case 3: ("x" + text()).databaseValue
    default: Array(data()).databaseValue
    }
  }

  mutating func one<Value>(of values: [Value], or other: Value) -> Value {
    values.randomElement(using: &generator) ?? other
  }
}
