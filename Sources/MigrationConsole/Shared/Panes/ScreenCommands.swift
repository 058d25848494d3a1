import MigratorEngine
import TerminalUI

protocol ScreenCommands: Sendable {
  /// The bindings of the screen's own commands, which work on every screen.
  static var bindings: [Binding] { get }
  func selectedMigration(in scene: SharedState) -> MigrationStatus?
  /// The command that Enter runs in a pane instead of its default.
  func activation(in pane: Pane) -> Command?
  /// Why one of the screen's commands cannot run now, or `nil` if it can.
  func refusal(of command: Command, in scene: SharedState) -> String?
  /// Why a command cannot run while this screen is in front, or `nil` if it can.
  func blockReason(of command: Command, in scene: SharedState) -> String?
  /// Runs one of the screen's own commands that is not refused.
  mutating func perform(_ command: Command, in scene: inout SharedState) -> Outcome
  /// Handles a message from work; every screen gets it.
  mutating func handle(_ message: WorkMessage, in scene: inout SharedState) -> Outcome
  /// Starts work that the screen needs while it is in front.
  mutating func loadIfNeeded(in scene: inout SharedState) -> [Effect]
}

extension ScreenCommands {
  static var bindings: [Binding] { [] }
  func selectedMigration(in scene: SharedState) -> MigrationStatus? { nil }
  func activation(in pane: Pane) -> Command? { nil }
  func refusal(of command: Command, in scene: SharedState) -> String? { nil }
  func blockReason(of command: Command, in scene: SharedState) -> String? { nil }
  mutating func perform(_ command: Command, in scene: inout SharedState) -> Outcome { .none }
  mutating func handle(_ message: WorkMessage, in scene: inout SharedState) -> Outcome { .none }
  mutating func loadIfNeeded(in scene: inout SharedState) -> [Effect] { [] }
}
