// A user writes `import MigratorEngine` and nothing else: connections, rows and errors are part of
// what migrations are written with, schemas and their differences of what reports are made of.
@_exported public import MigratorSQLite
@_exported public import MigratorSchema
#if canImport(Darwin)
  // Elsewhere it would bring tables of languages that most never use, so that who does imports it.
  @_exported public import MigratorFoundation
#endif
