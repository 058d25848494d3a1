import ArgumentParser

/// How the console looks and is used.
package struct LookOptions: ParsableArguments {
  @Flag(help: "Draw with ASCII characters only.")
  package var ascii = false

  @Flag(
    inversion: .prefixedNo,
    help: "Use the mouse in the console, or leave it to the terminal, which selects text with it.")
  package var mouse = true

  package init() {}
}
