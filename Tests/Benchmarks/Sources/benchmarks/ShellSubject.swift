internal import Foundation

extension Subject {
  /// The sqlite3 shell, including its start-up time; `nil` if it is not installed.
  static var shell: Subject? {
    guard (try? run(["-version"])) != nil else { return nil }
    return Subject(
      name: "sqlite3",
      status: { path, _ in
        { try run([path, "SELECT identifier FROM grdb_migrations"]).split(separator: "\n").count }
      },
      migrate: { path, count, immediate in
        var script = "PRAGMA foreign_keys = \(immediate ? "ON" : "OFF");\n\(Migrations.ledger);\n"
        for number in 0..<count {
          script += "BEGIN IMMEDIATE;\n\(Migrations.sql(number));\n"
          script += "INSERT INTO grdb_migrations VALUES ('\(Migrations.identifier(number))');\n"
          if !immediate { script += "PRAGMA foreign_key_check;\n" }
          script += "COMMIT;\n"
        }
        try run(["-bail", path], input: script)
      },
      recreate: { path in
        try run(["-bail", path], input: Migrations.script(Migrations.recreation))
      },
      copy: { path, target in try run([path, ".backup '\(target)'"]) })
  }

  /// Returns the execution time of a script's statements in seconds, as measured by the shell.
  static func shellTime(_ path: String, _ script: String) throws -> Double {
    let output = try run(["-bail", path], input: ".timer on\n" + script)
    return output.split(separator: "\n").reduce(0) { sum, line in
      let words = line.split(separator: " ")
      // Run Time: real 0.012 user 0.010 sys 0.002
      guard line.hasPrefix("Run Time:"), words.count > 3 else { return sum }
      return sum + (Double(words[3]) ?? 0)
    }
  }

  /// Runs the shell, or another SQLite program, and returns its output.
  @discardableResult
  static func run(
    _ arguments: [String], of program: String = "sqlite3", input: String = ""
  ) throws -> String {
    let (stdin, stdout) = (Pipe(), Pipe())
    for end in [stdin, stdout].flatMap({ [$0.fileHandleForReading, $0.fileHandleForWriting] }) {
      _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
    }
    let child = try Child(
      [program] + arguments,
      files: (
        stdin.fileHandleForReading.fileDescriptor, stdout.fileHandleForWriting.fileDescriptor, nil
      ))
    try stdin.fileHandleForReading.close()
    try stdout.fileHandleForWriting.close()
    try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try stdin.fileHandleForWriting.close()
    let output = try stdout.fileHandleForReading.readToEnd() ?? Data()
    let status = child.end()
    guard status == 0 else { throw ProgramFailure(words: [program] + arguments, status: status) }
    return String(decoding: output, as: UTF8.self)
  }
}
