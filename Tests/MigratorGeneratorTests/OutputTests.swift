import Foundation
import MigratorGenerator
import MigratorTestSupport
import Testing

struct OutputTests {
  @Test(arguments: Samples.groups)
  func `generating the types again gives the same bytes as those compiled`(
    folder: String, groups: [String]
  ) throws {
    let read = try GeneratorFolder(Samples.path(folder))
    let outputs = try Generator.outputs(of: read.groups, read.settings).files
    #expect(outputs.map(\.stem) == groups)
    for output in outputs {
      let compiled = Samples.folder.appending(path: "Generated/\(output.file)")
      #expect(try output.text == String(contentsOf: compiled, encoding: .utf8))
    }
  }

  @Test func `no generated line is longer than 100 columns or ends in a space`() throws {
    for (folder, _) in Samples.groups {
      let read = try GeneratorFolder(Samples.path(folder))
      for output in try Generator.outputs(of: read.groups, read.settings).files {
        for line in output.text.split(separator: "\n") {
          #expect(line.count <= 100 && !line.hasSuffix(" "), "\(line)")
        }
      }
    }
  }

  @Test func `the output of a group is the same with and without other groups`() throws {
    let read = try GeneratorFolder(Samples.path("Seed"))
    let all = try Generator.outputs(of: read.groups, read.settings).files
    for output in all {
      #expect(
        try Generator.outputs(of: read.groups, only: output.stem, read.settings).files == [output])
    }
  }

  @Test func `an unchanged file is not written, and a foreign file is not replaced`() throws {
    let folder = try TemporaryFolder()
    try folder.write("A.sql", "CREATE TABLE a (x INT);")
    try folder.write("B-001.sql", "CREATE TABLE b (x INT);")
    let into = folder.path("made/here")
    func run() throws -> [Bool] {
      try GeneratorFolder(folder.path).generate(into: into).files.map(\.isChanged)
    }
    #expect(try run() == [true, true])
    #expect(try run() == [false, false])
    try folder.write("B-002.sql", "ALTER TABLE b ADD COLUMN y INT;")
    #expect(try run() == [false, true])
    try folder.write("made/here/A.swift", "struct Mine {}\n")
    let failure = try #require(throws: GeneratorFailure.self) { try run() }
    #expect(
      failure.problems.map(\.message) == ["the file is there already, and was not made by migtui"])
    #expect(try folder.bytes("made/here/A.swift") == Array("struct Mine {}\n".utf8))
    #expect(folder.names().filter { $0.hasSuffix(".new") }.isEmpty)
  }
}
