import Foundation
import MigratorCommands
import Testing

struct ReadmeStatusTests {
  @Test func `the README lists each exit status of the program, and no other`() throws {
    let text = try Page.readme().text
    let start = try #require(text.range(of: "<!-- exit statuses: begin -->\n")).upperBound
    let stop = try #require(text.range(of: "<!-- exit statuses: end -->")).lowerBound
    let rows = text[start..<stop].split(separator: "\n").dropFirst(2).map { row in
      row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    #expect(rows.compactMap { Int32($0[0]) } == ExitStatus.allCases.map(\.rawValue))
    for (row, status) in zip(rows, ExitStatus.allCases) {
      #expect(row.count == 3 && row[1] == status.meaning)
      #expect(row.count == 3 && row[2] == status.advice ?? "")
      #expect(row.count == 3 && !row[1].isEmpty, "\(row)")
      #expect(row.count == 3 && row[2].isEmpty == (row[0] == "0"), "\(row): the next step")
    }
    let interrupted = try #require(rows.last).joined()
    #expect(interrupted.contains("\(128 + SIGTERM): SIGTERM"))
    #expect(interrupted.contains("\(128 + SIGHUP): SIGHUP"))
  }
}
