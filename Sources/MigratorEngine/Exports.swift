// A user writes `import MigratorEngine` and nothing else: connections, rows and errors are part of
// what migrations are written with, schemas and their differences of what reports are made of.
@_exported public import MigratorSQLite
@_exported public import MigratorSchema
