import MigratorRows
import Testing

struct GeneratedClassTests {
  @Test("The names of the classes are those of the option")
  func names() {
    #expect(GeneratedClass.allCases.map(\.rawValue) == ["plain", "odd"])
  }
}
