import MigratorTestSupport

/// Random small changes to bytes, as in a mutation-based fuzzer without coverage feedback.
struct Mutation {
  let words: [String]

  private static let numbers: [UInt8] = [0, 1, 0x7F, 0x80, 0xFF, 0x20, 0x0A, 0x27]

  /// Applies one to six random changes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to change.
  ///   - others: Other inputs, whose parts are spliced in.
  ///   - generator: The source of randomness.
  func change(
    _ bytes: inout [UInt8], with others: [[UInt8]], using generator: inout SeededGenerator
  ) {
    for _ in 0..<Int.random(in: 1...6, using: &generator) {
      let place = Int.random(in: 0...bytes.count, using: &generator)
      let end = min(bytes.count, place + (1 << Int.random(in: 0...9, using: &generator)))
      switch Int.random(in: 0..<9, using: &generator) {
      case 0 where place < bytes.count:
        bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case 1 where place < bytes.count:
        bytes[place] = Self.numbers.randomElement(using: &generator) ?? 0
      case 2: bytes.removeSubrange(place..<end)
      case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 4:
        let number = [0, 1, 0x7FFF, 0xFFFF].randomElement(using: &generator) ?? 0
        guard place + 2 <= bytes.count else { continue }
        bytes.replaceSubrange(place..<place + 2, with: [UInt8(number >> 8), UInt8(number & 255)])
      case 5:
        let other = others.randomElement(using: &generator) ?? []
        let start = Int.random(in: 0...other.count, using: &generator)
        bytes.replaceSubrange(
          place..<end, with: other[start..<min(other.count, start + end - place)])
      case 6 where Int.random(in: 0..<4, using: &generator) == 0:
        bytes.removeLast(bytes.count - place)
      default:
        bytes.insert(
          contentsOf: Array((words.randomElement(using: &generator) ?? "").utf8), at: place)
      }
    }
  }
}
