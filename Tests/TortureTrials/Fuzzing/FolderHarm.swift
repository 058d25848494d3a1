import Foundation
import MigratorTestSupport

/// What happens to folders of migrations: by hand, by a merge, by a disk.
enum FolderHarm: CaseIterable {
  /// A file is there twice, under one number.
  case duplicate
  /// A file has nothing in it.
  case empty
  /// A file has the name of another, and the other its name.
  case exchange
  /// What leads up leads down, and the other way round.
  case turn
  /// The bytes of a file are no text, or have the mark of another encoding.
  case encoding
  /// A file is large.
  case huge
  /// The case of a name is another.
  case capital
  /// A number has another length, or none.
  case number
  /// A name leads elsewhere: to itself, nowhere, out of the folder, to another file, to the folder.
  case link
  /// Nobody may read a file.
  case unreadable
  /// A folder has the name of a file.
  case folder
  /// A file stands in a folder of its own.
  case deeper

  /// Does it to the files of a folder that stand there.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - generator: What decides.
  /// - Throws: The error of the file system, where it cannot be done.
  func act(on path: String, using generator: inout SeededGenerator) throws {
    let files = FileManager.default
    let names = (files.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []).sorted()
      .filter { name in
        var isFolder: ObjCBool = false
        return files.fileExists(atPath: path + "/" + name, isDirectory: &isFolder)
          && !isFolder.boolValue && !name.hasSuffix(".sqlite")
      }
    guard let name = names.randomElement(using: &generator) else { return }
    let file = path + "/" + name
    let url = URL(fileURLWithPath: file)
    let (folder, own) = (url.deletingLastPathComponent().path, url.lastPathComponent)
    func move(_ from: String, _ to: String) throws {
      if from != to, !files.fileExists(atPath: to) { try files.moveItem(atPath: from, toPath: to) }
    }
    switch self {
    case .duplicate:
      let digits = own.prefix { !$0.isLetter }
      try copy(file, folder + "/" + digits + "again_" + own.dropFirst(digits.count))
    case .empty: try Data().write(to: url)
    case .exchange:
      guard let other = names.randomElement(using: &generator), other != name else { return }
      let spare = path + "/spare"
      try move(file, spare)
      try move(path + "/" + other, file)
      try move(spare, path + "/" + other)
    case .turn:
      for (from, to) in [("up", "down"), ("down", "up"), ("Up", "Down"), ("Down", "Up")]
      where own.contains(from) {
        try move(file, folder + "/" + own.replacing(from, with: to))
        return
      }
      let text = String(decoding: try Data(contentsOf: url), as: UTF8.self)
      let turned = text.replacing("Up", with: "\u{1}").replacing("Down", with: "Up")
        .replacing("\u{1}", with: "Down")
      try Data(turned.utf8).write(to: url)
    case .encoding:
      let bytes = try Data(contentsOf: url)
      let starts: [[UInt8]] = [
        [0xFF, 0xFE], [0xEF, 0xBB, 0xBF], [0xC3, 0x28], [0], [0xED, 0xA0, 0x80],
      ]
      let start = starts.randomElement(using: &generator) ?? []
      try (Bool.random(using: &generator) ? Data(start) + bytes : bytes + Data(start)).write(
        to: url)
    case .huge:
      let line = Array("-- a line of nothing, as of a dump that was kept in a comment\n".utf8)
      let bytes = Data((0..<50_000).flatMap { _ in line })
      try (try Data(contentsOf: url) + bytes).write(to: url)
    case .capital: try move(file, folder + "/" + own.uppercased())
    case .number:
      let rest = own.drop { $0.isNumber }
      let number = [
        "", "0", "1", "00000000000000000000001", "99999999999999999999", "-1", "1.5", "٣",
      ]
      try move(file, folder + "/" + (number.randomElement(using: &generator) ?? "") + rest)
    case .link:
      let targets = [own, "nowhere", "/", "/etc/passwd", "..", ".", "../..", names[0], "/dev/null"]
      let target = targets.randomElement(using: &generator) ?? own
      if Bool.random(using: &generator) { try files.removeItem(atPath: file) }
      let place = files.fileExists(atPath: file) ? folder + "/0_" + own : file
      try files.createSymbolicLink(atPath: place, withDestinationPath: target)
    case .unreadable: try files.setAttributes([.posixPermissions: 0], ofItemAtPath: file)
    case .folder:
      try files.removeItem(atPath: file)
      try files.createDirectory(atPath: file, withIntermediateDirectories: false)
    case .deeper:
      let deep = folder + "/" + String(own.prefix { $0 != "." }) + ".d"
      try files.createDirectory(atPath: deep, withIntermediateDirectories: true)
      try move(file, deep + "/" + own)
    }
  }

  private func copy(_ from: String, _ to: String) throws {
    if !FileManager.default.fileExists(atPath: to) {
      try FileManager.default.copyItem(atPath: from, toPath: to)
    }
  }
}
