import MigratorCommands
package import MigratorSession
import MigratorTools

extension SourceFailure: FindingsError {
  package var findings: [CheckFinding] {
    problems.map { CheckFinding(unreadable: $0.ofFile) }
  }
}
