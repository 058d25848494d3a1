// A user writes `import MigratorEngine` and nothing else.
@_exported public import MigratorSQLite
