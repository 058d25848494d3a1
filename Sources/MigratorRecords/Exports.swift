// Who has database types made writes `import MigratorRecords` and nothing else: the engine is part of what they are made of.
@_exported public import MigratorEngine
