internal import MigratorEngine
internal import MigratorPlatform

/// Short hashes of the file and the losses of a digest: `-3fa9c1-9f3e2a.812-77ab01.u`.
///
/// A digest only proves that something differs. With the details, migtui can describe on any
/// machine how the file or the losses differ. Names are hashed, so that they fit into an argument
/// of a command.
struct AgreementDetails: Sendable, Hashable {
  /// The count of a loss, or its state if it has no count.
  enum Amount: Sendable, Hashable {
    case count(Int64)
    /// One of ``states``, or empty.
    case state(String)
  }

  /// The hash of the file contents.
  let text: String
  /// The losses by the hash of their names; `nil` if they are unknown, or too many to list.
  let losses: [String: Amount]?

  /// The states of losses without a number, and their letters.
  private static let states = ["empty": "e", "not empty": "x", "not counted": "u"]
  /// The number of hexadecimal digits of a hash.
  private static let digits = 6
  /// The maximum number of losses to list.
  private static let limit = 32

  init(text: String, losses: Losses?) {
    self.text = Self.hash([text])
    let amounts = losses.map { Self.amounts($0.all.filter { $0.severity == .data }) }
    self.losses = amounts.flatMap { $0.count > Self.limit ? nil : $0.mapValues(\.amount) }
  }

  /// Parses ``suffix``; returns `nil` if it is invalid.
  init?(suffix: Substring) {
    var parts = suffix.split(separator: "-", omittingEmptySubsequences: false)[...]
    guard parts.popFirst() == "", let text = parts.popFirst(), Self.isHash(text) else { return nil }
    self.text = String(text)
    if parts.isEmpty {
      losses = nil
      return
    }
    var losses: [String: Amount] = [:]
    for part in parts where part != "0" {
      let halves = part.split(separator: ".", omittingEmptySubsequences: false)
      guard let hash = halves.first, Self.isHash(hash), halves.count <= 2 else { return nil }
      let word = halves.count > 1 ? String(halves[1]) : ""
      if let count = Int64(word), count >= 0 {
        losses[String(hash)] = .count(count)
      } else if word.isEmpty || Self.states.values.contains(word) {
        losses[String(hash)] = .state(word)
      } else {
        return nil
      }
    }
    self.losses = losses
  }

  /// The details as the end of an argument for `--agree`.
  var suffix: String {
    let parts = losses.map { losses in
      losses.isEmpty
        ? ["0"]
        : losses.sorted { $0.key < $1.key }.map { hash, amount in
          switch amount {
          case .count(let count): "\(hash).\(count)"
          case .state(""): hash
          case .state(let letter): "\(hash).\(letter)"
          }
        }
    }
    return ([text] + (parts ?? [])).map { "-\($0)" }.joined()
  }

  /// Adds up the losses with the same names.
  static func amounts(_ losses: [Loss]) -> [String: (amount: Amount, losses: [Loss])] {
    losses.reduce(into: [:]) { all, loss in
      let identity = loss.identity
      let own =
        identity.amount.flatMap { Int64($0) }.map(Amount.count)
        ?? .state(identity.amount.flatMap { states[$0] } ?? "")
      let hash = hash(identity.names)
      let former = all[hash]
      let amount: Amount =
        if case .count(let count)? = former?.amount, case .count(let more) = own {
          .count(count + more)
        } else {
          former?.amount ?? own
        }
      all[hash] = (amount, (former?.losses ?? []) + [loss])
    }
  }

  static func hash(_ names: [String]) -> String {
    String(SHA256.hexadecimal(of: AgreementDigest.joined(names)).prefix(digits))
  }

  private static func isHash(_ text: Substring) -> Bool {
    text.count == digits && text.allSatisfy(\.isHexDigit)
  }
}
