import ArgumentParser

/// A report in addition to the text or JSON of a command, or instead of it: `FORMAT[=FILE]`.
struct ReportTarget<Form: ReportForm>: ExpressibleByArgument, Sendable, Hashable {
  let form: Form
  /// The path of the output file, or `nil` for standard output.
  let file: String?

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let form = Form(rawValue: String(parts[0])), parts.count == 1 || !parts[1].isEmpty else {
      return nil
    }
    self.form = form
    file = parts.count == 2 ? String(parts[1]) : nil
  }

  static var allValueStrings: [String] { Form.allCases.map(\.rawValue) }
}

/// The formats of a command's reports.
protocol ReportForm: RawRepresentable, CaseIterable, Sendable, Hashable
where RawValue == String {}

extension [ReportTarget<FindingForm>] {
  /// The format on standard output, or `nil` for text or JSON.
  var printed: FindingForm? { first { $0.file == nil }?.form }
}

extension ReportTarget {
  /// Rejects reports that would be mixed on standard output or replace each other.
  ///
  /// - Parameters:
  ///   - targets: The reports.
  ///   - others: The options that also print to standard output.
  /// - Throws: `ValidationError`.
  static func validate(_ targets: [Self], beside others: [String]) throws {
    let printed = targets.filter { $0.file == nil }.map { "--report \($0.form.rawValue)" } + others
    if targets.contains(where: { $0.file == nil }), printed.count > 1 {
      throw ValidationError(
        "Only one of \(printed.joined(separator: ", ")) can print to standard output. "
          + "Write a report to a file: --report \(targets.first { $0.file == nil }?.form.rawValue ?? "")=FILE."
      )
    }
    let files = targets.compactMap(\.file)
    if let twice = files.first(where: { file in files.count { $0 == file } > 1 }) {
      throw ValidationError(
        "Two reports would be written to \(twice). Give each report its own file.")
    }
  }
}
