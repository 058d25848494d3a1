// Code that uses generated types imports only MigratorRecords, so it re-exports the engine.
@_exported public import MigratorEngine
