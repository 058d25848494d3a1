internal import MigratorPlatform

extension MigrationSession {
  /// Returns a string that changes when the database or its migration files change.
  ///
  /// The method opens no file, so it can be called every second without blocking other connections.
  /// A change does not mean that anything visible changed; read the ``overview()`` to find out.
  ///
  /// - Parameter origin: Where the migrations were last read from, or `nil` if they were not read.
  /// - Returns: The string.
  /// - Complexity: One file-status call for each migration file.
  public func version(of origin: MigrationOrigin?) -> String {
    // Readers leave an empty -wal behind; a -journal disappears with the commit.
    let files = ["", "-wal"].map { suffix in
      (try? FileStatus(of: database + suffix)).flatMap { $0.size > 0 ? $0.version : nil } ?? "-"
    }
    return (files + [origin.map(source.version) ?? ""]).joined(separator: "\n")
  }
}
