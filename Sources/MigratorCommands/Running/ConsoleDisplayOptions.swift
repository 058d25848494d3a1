public import ArgumentParser
import MigrationConsole
import TerminalCurses
public import TerminalUI

/// The appearance and input options of the console, which override the settings files.
package struct ConsoleDisplayOptions: ParsableArguments {
  @Flag(help: "Draw with ASCII characters only.")
  package var ascii = false

  @Option(help: ArgumentHelp("The colours of the console.", valueName: "NAME"))
  package var theme: Theme.Name?

  @Flag(
    inversion: .prefixedNo,
    help: "Use the mouse in the console, or leave it to the terminal, which selects text with it.")
  package var mouse: Bool?

  @Flag(
    help:
      "Show the console as plain text in reading order, for screen readers; keys are typed as lines."
  )
  package var linear = false

  @Flag(help: "Draw what moves by itself every few seconds only.")
  package var reducedMotion = false

  @Flag(help: "Refuse steps, repairs and restores in the console.")
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
    return options
  }
}

extension Theme.Name: ExpressibleByArgument {}
