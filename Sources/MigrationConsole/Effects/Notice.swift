import MigratorSession

/// The line above the footer.
struct Notice: Sendable, Hashable {
  enum Level: Sendable, Hashable {
    /// Success or plain information.
    case info
    /// Something to check.
    case warning
    /// A failure.
    case error
  }

  var level: Level
  var text: String
}

extension Notice {
  /// The notice for a message that has no other effect; `nil` for any other message.
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
        text: "Not copied: the terminal has no clipboard, or the text is too long for it.")
    default: return nil
    }
  }

  /// Names the files of a new migration and the number of pending migrations before it.
  static func wrote(_ paths: [String], behind pending: Int) -> Notice {
    let place =
      pending > 0 ? "it runs after the \(Format.number(Int64(pending))) pending" : "it is next"
    return Notice(
      level: .info, text: "New migration (\(place)): \(paths.joined(separator: ", "))")
  }
}
