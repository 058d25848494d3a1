import MigratorSession

/// The reports of a command that are written to files.
struct ReportFiles<Form: ReportForm> {
  private let files: [(form: Form, file: OutputFile)]
  /// The database, which must not be replaced.
  private let database: String?

  /// Checks the paths of reports.
  ///
  /// - Throws: `BatchFailure` if one of them cannot be written.
  init(_ targets: [ReportTarget<Form>], database: String?) throws {
    self.database = database
    files = try targets.compactMap { target in
      try target.file.map {
        (target.form, try OutputFile($0, besides: [database].compactMap(\.self)))
      }
    }
  }

  /// Writes all reports.
  ///
  /// - Parameters:
  ///   - dryRun: The dry run, whose migration files must not be replaced.
  ///   - text: Returns the text of a report.
  /// - Returns: The first failure; the other files are written anyway.
  func write(of dryRun: SessionDryRun?, _ text: (Form) -> String) -> BatchFailure? {
    let scripts = (dryRun?.registered ?? []).compactMap(\.script?.file)
    var first: BatchFailure?
    for (form, file) in files {
      do {
        try file.write(text(form), besides: [database].compactMap(\.self) + scripts)
      } catch {
        let failure = BatchFailure(error)
        Printer.addNotice(failure.message)
        first = first ?? failure
      }
    }
    return first
  }
}

extension ExitStatus {
  /// The status if a report could not be written, unless the run already has another failure.
  func after(_ failure: BatchFailure?) -> ExitStatus {
    guard let failure, [.success, .found, .unknown].contains(self) else { return self }
    return failure.status
  }
}
