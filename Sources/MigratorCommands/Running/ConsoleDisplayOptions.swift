public import ArgumentParser
import MigrationConsole
import TerminalCurses
public import TerminalUI

/// The appearance and input options of the console, which override the settings files.
package struct ConsoleDisplayOptions: ParsableArguments {
  @Flag(help: "Use only ASCII characters.")
  package var ascii = false

  @Option(help: ArgumentHelp("Set the colors.", valueName: "NAME"))
  package var theme: Theme.Name?

  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      "Turn the mouse on or off.",
      discussion: "If it is off, the terminal uses the mouse to select text."))
  package var mouse: Bool?

  @Flag(
    help: ArgumentHelp(
      "Print plain text in reading order, for screen readers.",
      discussion: "Type keys as lines."))
  package var linear = false

  @Flag(help: "Refresh animations only every few seconds.")
  package var reducedMotion = false

  @Flag(help: "Disable steps, repairs and restores.")
  package var readOnly = false

  package init() {}

  func terminal(_ settings: ConsoleSettings) -> CursesTerminal.Options {
    var options = CursesTerminal.Options(isASCII: ascii || settings.usesASCII == true)
    options.theme = theme ?? settings.theme ?? .auto
    options.colors = settings.colors
    return options
  }

  func console(_ settings: ConsoleSettings) -> ConsoleOptions {
    var options = ConsoleOptions(usesASCII: ascii || settings.usesASCII == true)
    options.usesMouse = mouse ?? settings.usesMouse ?? true
    options.reducesMotion = reducedMotion || settings.reducesMotion == true
    options.keys = settings.keyMap
    options.isLinear = linear
    // Reports of work that no key started would interrupt a screen reader.
    options.rehearses = settings.rehearses != false && !linear
    return options
  }
}

extension Theme.Name: ExpressibleByArgument {}
