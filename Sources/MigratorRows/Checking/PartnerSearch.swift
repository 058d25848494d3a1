internal import SQLSyntax

/// Finds a small set of rows that reproduces an effect, by trying a row with more and more others.
struct PartnerSearch {
  let references: RowReferences
  private static let partnerLimit = 3

  /// Tries rows with their parents, and adds others until the effect occurs.
  ///
  /// - Parameters:
  ///   - first: The rows to try first.
  ///   - others: The other rows, likely partners first.
  ///   - canTry: Returns false if no further trial is possible.
  ///   - trial: Returns a proof that the effect occurs with the given rows, or `nil`.
  /// - Returns: The rows with the proof, or `nil` if no small set was found.
  /// - Throws: The errors of `trial`.
  /// - Complexity: O(log *n*) trials for *n* other rows.
  func fewRows<Proof>(
    _ first: Set<RowPlace>, _ others: [RowPlace], while canTry: () -> Bool,
    _ trial: (Set<RowPlace>) throws -> Proof?
  ) throws -> (rows: Set<RowPlace>, proof: Proof)? {
    var needed = references.withParents(first)
    var others = others
    for _ in 0...Self.partnerLimit {
      if let proof = try trial(needed) { return (needed, proof) }
      // The shortest prefix that reproduces the effect ends with a row that is needed. The prefix
      // is short if the likely partners are the right ones.
      var (low, high, size) = (0, others.count, 1)
      while low < high, canTry() {
        let middle = min(size, (low + high) / 2)
        if try trial(references.withParents(needed.union(others[...middle]))) != nil {
          (high, size) = (middle, .max)
        } else {
          (low, size) = (middle + 1, size < .max / 8 ? size * 8 : size)
        }
      }
      guard canTry(), high < others.count else { return nil }
      needed = references.withParents(needed.union([others[high]]))
      others = others[..<high].filter { !needed.contains($0) }
    }
    return nil
  }
}
