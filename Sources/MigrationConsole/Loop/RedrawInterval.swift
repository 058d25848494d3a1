/// How long the console waits for an event before it redraws, in milliseconds.
enum RedrawInterval {
  /// The interval of progress messages in linear mode.
  static let spoken = 2_000
  /// The interval for a screen on which only the age of a result changes.
  static let age = 5_000
  /// The interval for animations.
  private static let motion = 200

  /// How long to wait; `nil` if nothing on the screen depends on the time.
  static func milliseconds(for model: ConsoleModel) -> Int? {
    let scene = model.scene
    // Elapsed times and progress change by themselves.
    let isAnimated =
      scene.work != nil || scene.known.isReading || model.desk.running != nil
    // In linear mode, only progress is updated; ages are not.
    if scene.context.isLinear { return isAnimated ? spoken : nil }
    if isAnimated { return scene.context.reducesMotion ? age : motion }
    let showsAge =
      model.desk.front.provenance(in: scene) != nil || model.dialog?.content is ConfirmStep
      || scene.writtenAge != nil
    return showsAge ? age : nil
  }
}
