import Foundation
import MigratorTestSupport

/// A kind of damage to migration folders, as caused by users, merges or disks.
enum FolderDamage: CaseIterable {
  /// Copies a file under the same number.
  case duplicate
  case empty
  /// Swaps the names of two files.
  case exchange
  /// Swaps up and down migrations.
  case turn
  /// Makes a file invalid UTF-8 or adds a byte order mark.
  case encoding
  case huge
  /// Changes a name to upper case.
  case capital
  /// Changes or removes the number in a name.
  case number
  /// Adds a symbolic link: to itself, to a missing file, out of the folder, or to another file or
  /// folder.
  case link
  case unreadable
  /// Replaces a file by a folder of the same name.
  case folder
  /// Moves a file into a new subfolder.
  case deeper

  /// Damages a random file of a folder.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - generator: The source of randomness.
  /// - Throws: An error of the file system.
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
