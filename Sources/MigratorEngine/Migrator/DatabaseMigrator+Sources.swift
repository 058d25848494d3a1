extension DatabaseMigrator {
  /// Registers a migration that this program can show but not run.
  ///
  /// No step runs it, and none goes past it.
  ///
  /// - Parameters:
  ///   - identifier: What identifies it.
  ///   - obstacle: Why, and what would run it.
  package mutating func registerUnavailable(_ identifier: String, obstacle: StepObstacle) {
    register(identifier, foreignKeyChecks: .deferred, merging: [], body: .unavailable(obstacle))
  }
}
