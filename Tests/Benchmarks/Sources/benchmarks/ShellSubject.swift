internal import Foundation

extension Subject {
  /// The sqlite3 shell, its start included; `nil` when it is not installed.
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

  /// Returns the seconds that the statements of a script take by the shell's own clock.
  static func shellTime(_ path: String, _ script: String) throws -> Double {
    let output = try run(["-bail", path], input: ".timer on\n" + script)
    return output.split(separator: "\n").reduce(0) { sum, line in
      let words = line.split(separator: " ")
      // Run Time: real 0.012 user 0.010 sys 0.002
      guard line.hasPrefix("Run Time:"), words.count > 3 else { return sum }
      return sum + (Double(words[3]) ?? 0)
    }
  }

  /// Runs the shell, or another program of SQLite's.
  ///
  /// - Returns: What it prints.
  @discardableResult
  static func run(
    _ arguments: [String], of program: String = "sqlite3", input: String = ""
  ) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let (input, stdin, stdout) = (Data(input.utf8), Pipe(), Pipe())
    process.standardInput = stdin
    process.standardOutput = stdout
    process.standardError = FileHandle.nullDevice
    try process.run()
    try stdin.fileHandleForWriting.write(contentsOf: input)
    try stdin.fileHandleForWriting.close()
    let output = try stdout.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw ShellFailure(arguments: arguments, status: process.terminationStatus)
    }
    return String(decoding: output, as: UTF8.self)
  }
}

/// The sqlite3 shell failed.
struct ShellFailure: Error {
  let arguments: [String]
  let status: Int32
}
