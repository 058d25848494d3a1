import MigratorTestSupport
import Testing

@testable import MigratorEngine

struct LayeredDictionaryTests {
  @Test func `a layered dictionary equals a plain one, and later changes do not affect its copies`()
  {
    var generator = SeededGenerator(seed: 7)
    var (layered, plain) = (OverlaidDictionary<Int, Int>(), [Int: Int]())
    var copies: [(OverlaidDictionary<Int, Int>, [Int: Int])] = []
    for step in 0..<3000 {
      let key = Int.random(in: 0..<500, using: &generator)
      let value = step.isMultiple(of: 3) ? nil : step
      layered[key] = value
      plain[key] = value
      if step.isMultiple(of: 97) { copies.append((layered, plain)) }
    }
    for (layered, plain) in copies + [(layered, plain)] {
      #expect(layered.keys == Set(plain.keys))
      #expect((0..<500).allSatisfy { layered[$0] == plain[$0] })
    }
  }

  @Test func `appending to an array in the dictionary does not change the dictionary's copies`() {
    var list = OverlaidArray<Int>()
    #expect(list.last == nil)
    var copies: [OverlaidArray<Int>] = []
    for number in 0..<400 {
      copies.append(list)
      list.append(number)
    }
    for (count, copy) in (copies + [list]).enumerated() {
      #expect(copy.count == count)
      #expect(copy.elements == Array(0..<count))
      #expect(copy.last == (count == 0 ? nil : count - 1))
      // Equality does not depend on the layers.
      let whole = OverlaidArray(Array(0..<count))
      #expect(copy == whole && Set([copy, whole]).count == 1)
      #expect(copy != OverlaidArray(Array(1...count + 1)) && copy != OverlaidArray([1, 2]))
    }
  }
}
