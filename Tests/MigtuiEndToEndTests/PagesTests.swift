import Foundation
import MigratorTestSupport
import Testing

/// Links, pictures, commands and output in the README and the articles.
struct PagesTests {
  @Test func `every link leads to a file or a heading`() throws {
    for page in try Page.all() {
      for link in page.links where !link.contains("://") {
        let parts = link.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
        let file = page.folder.appendingPathComponent(parts[0]).path
        let exists = parts[0].isEmpty || FileManager.default.fileExists(atPath: file)
        #expect(exists, "\(page.path): \(link)")
        if parts[0].isEmpty { #expect(page.anchors.contains(parts[1]), "\(page.path): \(link)") }
      }
      for article in page.articles {
        let file = page.folder.appendingPathComponent("\(article).md").path
        #expect(FileManager.default.fileExists(atPath: file), "\(page.path): \(article)")
      }
    }
  }

  @Test func `every picture is shown on a page, and make screenshots draws it`() throws {
    let folder = Page.root.appendingPathComponent("screenshots")
    let pictures = Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
    let shown = Set(
      try Page.all().flatMap(\.links).filter { $0.contains("screenshots/") }
        .map { URL(fileURLWithPath: $0).lastPathComponent })
    #expect(shown == pictures)
    let source = Page.root.appendingPathComponent("Sources/MigtuiPictures/MigtuiPictures.swift")
    let generator = try String(contentsOf: source, encoding: .utf8)
    for picture in shown {
      let name = picture.replacing(".svg", with: "")
      let isDrawn = generator.contains("\"\(name)\"") || generator.contains("\"\(picture)\"")
      #expect(isDrawn, "\(picture)")
    }
  }

  @Test func `multiline messages are printed line by line`() throws {
    let folder = try TemporaryFolder()
    let demo = try BuiltProgram.run(["demo", "--into", folder.path("demo")]).output
    #expect(demo.split(separator: "\n").contains { $0.hasPrefix("Look:") })
    let database = folder.path("demo/matchday.sqlite")
    let linear = try BuiltProgram.run(["--linear", database]).output
    #expect(!(demo + linear).contains("\u{23CE}"))
  }

  @Test func `the commands and options on the pages exist`() throws {
    let commands = Set(try HelpPage.commands(withAliases: true) + ["help"])
    #expect(commands.isSuperset(of: ["open", "status", "drift", "dry-run", "man"]))
    var options: [String: String] = [:]
    for page in try Page.all() {
      for line in page.commandLines {
        let words = line.split(separator: " ").dropFirst().map(String.init)
        let first = try #require(words.first, "\(page.path): \(line)")
        let isCommand = commands.contains(first)
        let isDatabase = first == "DB" || first.contains { "./".contains($0) }
        let isKnown = isCommand || isDatabase || first.hasPrefix("--") || first == "COMMAND"
        #expect(isKnown, "\(page.path): \(line)")
        let command = isCommand ? first : "open"
        if options[command] == nil {
          options[command] = try HelpPage(command).text + (isCommand ? "" : HelpPage().text)
        }
        for option in line.matches(of: #/ (--[a-z-]+)/#).map(\.output.1) {
          let isListed =
            try options[command]?.contains(Regex("\(option)(/|,| |\n)")) ?? false
          #expect(isListed, "\(page.path): \(line)")
        }
      }
    }
  }

  @Test func `the README's quick start prints the output that the README shows`() throws {
    let folder = try TemporaryFolder()
    let program = URL(fileURLWithPath: BuiltProgram.path).deletingLastPathComponent().path
    let path = "\(program):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")"
    let block = try #require(try Page.readme().blocks(in: ["console"]).first)
    var current = folder.path
    var rest = ""
    for line in block.split(separator: "\n").map(String.init) {
      if line.hasPrefix("$ cd ") {
        current += "/" + line.dropFirst(5)
      } else if line.hasPrefix("$ ") {
        let run = try Program.run(
          ["sh", "-c", String(line.dropFirst(2))], in: current,
          environment: ["PATH": path, "XDG_STATE_HOME": folder.path("state")])
        #expect(run.status == 0 || line.contains("dry-run"), "\(line): \(run.errors)")
        rest = withoutTimes(run.output)
      } else {
        let shown = try #require(rest.range(of: withoutTimes(line)), "\(line)")
        rest = String(rest[shown.upperBound...])
      }
    }
  }

  private func withoutTimes(_ text: String) -> String {
    text.replacing(#/[0-9.]+ m?s\b/#, with: "N ms")
  }
}
