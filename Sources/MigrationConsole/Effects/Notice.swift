import MigratorSession

/// The line above the footer.
struct Notice: Sendable, Hashable {
  /// How much it matters.
  enum Level: Sendable, Hashable {
    /// It went well, or is just said.
    case info
    /// Something to look at.
    case warning
    /// Something failed.
    case error
  }

  /// How much it matters.
  var level: Level
  /// The text.
  var text: String
}

extension Notice {
  /// What is said of a message that changes nothing else; `nil` of any other.
  init?(of message: WorkMessage) {
    switch message {
    case .waiting: self = .waiting
    case .exported(.success(let path)): self.init(level: .info, text: "Written: \(path)")
    case .exported(.failure(let failure)), .wroteMigration(.failure(let failure)):
      self.init(level: .error, text: failure.whole)
    case .copied(let characters?):
      let count = Format.count(characters, "character")
      self.init(level: .info, text: "Copied \(count) to the terminal's clipboard.")
    case .copied(nil):
      self.init(
        level: .warning,
        text: "The terminal has no clipboard for that, or it is too long for one.")
    default: return nil
    }
  }

  /// Where a migration that was written stands, with so many pending before it.
  static func wrote(_ paths: [String], behind pending: Int) -> Notice {
    let place = pending > 0 ? "runs behind the \(Format.number(Int64(pending))) pending" : "is next"
    return Notice(
      level: .info, text: "A new migration, which \(place): \(paths.joined(separator: ", "))")
  }
}
