import MigratorCommands
package import MigratorSession
import MigratorTools

extension SourceFailure: FindingsError {
  /// A finding for each unusable file.
  package var findings: [CheckFinding] {
    problems.map { CheckFinding(unreadable: $0.ofFile) }
  }
}
