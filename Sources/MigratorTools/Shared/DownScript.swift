public import MigratorEngine
import MigratorSession

/// The statements that undo a migration.
public enum DownScript: Sendable, Hashable {
  /// A section of the migration's file.
  case section(SQLScript)
  /// A separate file, which is read when it is needed.
  ///
  /// - Parameter file: The path below the folder.
  case file(String)

  /// Returns the script, or `nil` if it cannot be read or run in a transaction.
  ///
  /// A script that only reads is not returned: it indicates that the migration cannot be undone.
  func script(in folder: FolderTree) -> SQLScript? {
    let script: SQLScript?
    switch self {
    case .section(let section): script = section
    case .file(let file): script = try? folder.script(of: file)
    }
    guard let script, let shape = try? ScriptShape(script), !shape.hasTransactions,
      shape.outsider == nil, let statements = try? script.statements(),
      statements.contains(where: { SQLTokenizer.firstToken(of: $0.sql).map(Self.isChange) ?? false }
      )
    else { return nil }
    return script
  }

  private static func isChange(_ token: SQLToken) -> Bool {
    !["SELECT", "PRAGMA", "VALUES"].contains(token.text.uppercased())
  }
}

extension ToolFolder {
  /// Reads the down scripts of migrations.
  var down: LoadedMigrations.DownReader {
    let scripts = Dictionary(
      migrations.compactMap { migration in migration.down.map { (migration.identifier, $0) } }
    ) { first, _ in first }
    return { [folder] identifier in
      folder.flatMap { scripts[identifier]?.script(in: $0) }
    }
  }
}
