// `import MigratorEngine` is enough for users: migrations use connections, rows and errors, and
// reports use schemas and schema differences.
@_exported public import MigratorSQLite
@_exported public import MigratorSchema
#if canImport(Darwin)
  // On Linux, Foundation adds large language tables that most programs do not need. Import
  // MigratorFoundation explicitly there.
  @_exported public import MigratorFoundation
#endif
