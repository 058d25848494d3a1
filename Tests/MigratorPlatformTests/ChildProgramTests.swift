import MigratorPlatform
import MigratorTestSupport
import Testing

struct ChildProgramTests {
  /// Regression: the end of a program was noticed only when another one ended, which was started at
  /// the same moment and had inherited its socket.
  @Test func `a child process inherits only its standard streams`() throws {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    defer { ends.forEach { close($0) } }
    let script = "test ! -e /dev/fd/\(ends[0]) && test ! -e /dev/fd/\(ends[1])"
    #expect(try ChildProgram("sh").run(["-c", script]).status == 0)
    #expect(try RunningProgram(words: ["sh", "-c", script]).end() == .exited(0))
  }

  @Test func `a missing program is reported`() {
    #expect(throws: SystemFailure.self) {
      try RunningProgram(words: ["no-such-program-\(UInt64.random(in: 0 ... .max))"])
    }
  }
}
