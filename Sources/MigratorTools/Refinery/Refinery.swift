import MigratorEngine
import MigratorPlatform
import MigratorSession

/// refinery: `V1__name.sql` and `U1__name.sql` in nested folders, with checksums in its ledger.
struct Refinery: FileTool {
  let format = MigrationFormat.refinery
  let title = "refinery"
  let table = LedgerTable(
    "refinery_schema_history", ["version", "name", "applied_on", "checksum"])

  func evidence(in folder: FolderTree) -> FolderEvidence? {
    let names = folder.files.map { Paths.name(of: $0) }
    let count = names.count { (try? RefineryName($0)) != nil }
    let isNamed = folder.project("Cargo.toml", mentions: "refinery")
    let isMixed = names.contains(where: isFlyway)
    if !isNamed, isMixed { return nil }
    return FolderEvidence(
      count, "`V1__name.sql`" + (isNamed ? ", and Cargo.toml names refinery" : ""),
      strength: isNamed && !isMixed ? .certain : .likely)
  }

  /// Returns whether only Flyway uses such a name: repeatable, baseline, or with several numbers.
  private func isFlyway(_ name: String) -> Bool {
    guard name.hasSuffix(".sql"), let end = name.firstRange(of: "__")?.lowerBound else {
      return false
    }
    let version = name[..<end]
    return version == "R" || version.hasPrefix("B")
      || (version.hasPrefix("V") && version.contains { $0 == "." || $0 == "_" })
  }

  func files(in folder: FolderTree) throws -> [RefineryFile] {
    var list = FileList<RefineryFile>()
    for file in folder.files {
      do throws(NotANumber) {
        guard let name = try RefineryName(Paths.name(of: file)) else { continue }
        list.add(RefineryFile(file, name, in: folder))
      } catch {
        list.add(
          .badName, path: folder.path(of: file),
          "a refinery version must be a whole number, but this one is \(error.text)",
          remedy: "Give the file another number.")
      }
    }
    return try list.sorted(by: \.name.version, uniqueFor: title)
  }

  func ledger(_ read: ToolReading<File>) -> any Ledger {
    // 64-bit versions are a feature of the crate, which applies to the whole project.
    let isWide =
      !read.files.all.isEmpty
      && (read.folder?.project("Cargo.toml", mentions: "int8-versions") ?? false
        || read.files.all.contains { $0.name.version > Int64(Int32.max) })
    return RefineryLedger(name: read.name, isWide: isWide, files: read.files)
  }

  func notes(on folder: FolderTree) -> [String] {
    folder.notes(onFilesBeside: "V1__name.sql") { (try? RefineryName($0)) != nil }
  }

  func newFiles(for new: NewMigration) throws(WriteRefusal) -> [MigrationFile] {
    let name = new.name(
      .number(digits: 1), after: new.existing.map { String($0.identifier.dropFirst()) },
      separator: "__")
    // The new file goes next to the last one if the migrations are in subfolders.
    let last = new.folder.files.last { file in
      new.existing.last.map { Paths.stem(of: Paths.name(of: file)) == $0.identifier } ?? false
    }
    let place = last.map { Paths.folder(of: $0) } ?? "."
    return [MigrationFile(path: Paths.join(place, "V\(name).sql"), text: new.comment + new.up())]
  }
}

struct RefineryFile: ToolFile {
  let name: RefineryName
  let migration: ToolMigration

  /// Reads a file; Rust files are only listed.
  init(_ file: String, _ name: RefineryName, in folder: FolderTree) {
    self.name = name
    migration =
      name.isCode
      ? ToolMigration(
        identifier: name.stem, path: folder.path(of: file),
        body: .unavailable(
          "\(file) is written in Rust. Only its own program can run it.",
          remedy: "Run that program once."))
      : ToolMigration(name.stem, file: file, in: folder)
  }
}
