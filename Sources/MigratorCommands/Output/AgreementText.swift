import MigratorEngine
import MigratorSession

/// The arguments of `--agree` that accept nothing, as JSON.
enum AgreementText {
  static func json(_ agreements: [UnusedAgreement]) -> JSON {
    .array(
      agreements.map { agreement in
        [
          "given": .string(agreement.text), "migration": .optional(agreement.migration),
          "message": .string(agreement.message),
          "difference": agreement.difference.map(json) ?? .null,
        ]
      })
  }

  private static func json(_ difference: AgreementDifference) -> JSON {
    [
      "fileDiffers": difference.isOtherFile.map { .bool($0) } ?? .null,
      "isComplete": .bool(difference.comparison == .complete),
      "new": .array(difference.new.map { LossText.json($0) }),
      "larger": .array(difference.larger.map { LossText.json($0) }),
      "smaller": .array(difference.smaller.map { LossText.json($0) }),
      "gone": .array(
        difference.gone.map { gone in
          [
            "kind": .optional(gone.facts?.kind.rawValue), "table": .optional(gone.facts?.table),
            "column": .optional(gone.facts?.column),
            "count": gone.count.map { .integer($0) } ?? .null, "sentence": .string(gone.words),
          ]
        }),
    ]
  }
}
