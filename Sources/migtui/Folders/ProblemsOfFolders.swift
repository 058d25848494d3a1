package import MigratorCommands
package import MigratorSession
import MigratorTools

extension AmbiguousFormatError: StatusError {
  package var exitStatus: ExitStatus { .usage }
  package var lines: [String]? { question }
}

extension AmbiguousLedgerError: StatusError {
  package var exitStatus: ExitStatus { .usage }
  package var lines: [String]? { question }
}

extension SourceFailure: FindingsError {
  /// The status of the first problem.
  package var exitStatus: ExitStatus {
    switch problems.first?.kind {
    case .folderMissing, .notAFolder, .noMigrations: .noInput
    case .folderUnreadable: .noPermission
    case .folderFailed, .fileFailed: .inputOutput
    case .badLedger: .usage
    default: .badMigrations
    }
  }

  /// A line for each problem.
  package var lines: [String]? { problems.map(\.description) }

  /// A finding for each unusable file.
  package var findings: [CheckFinding] {
    problems.map { CheckFinding(unreadable: $0.ofFile) }
  }
}
