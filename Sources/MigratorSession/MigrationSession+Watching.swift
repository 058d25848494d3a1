internal import MigratorPlatform

extension MigrationSession {
  /// A text that is another one as soon as somebody wrote to the database, put another file in its
  /// place, or changed the files of its migrations.
  ///
  /// Nothing is opened, so that a program that asks each second is in nobody's way. That it changed does not
  /// say that anything a person sees did: read the ``overview()`` then.
  ///
  /// - Parameter origin: Where the migrations were read from last, or `nil` when they were not.
  /// - Returns: The text.
  /// - Complexity: A question of the file system for each file of the migrations.
  public func version(of origin: MigrationOrigin?) -> String {
    // An empty -wal is what a reader leaves behind; a -journal goes with the commit.
    let files = ["", "-wal"].map { suffix in
      (try? FileStatus(of: database + suffix)).flatMap { $0.size > 0 ? $0.version : nil } ?? "-"
    }
    return (files + [origin.map(source.version) ?? ""]).joined(separator: "\n")
  }
}
