/// How long the console waits for an event before it draws again, in milliseconds.
enum RedrawPace {
  /// How often is said how far work is.
  static let spoken = 2_000
  /// How often a screen that only says how old something is gets drawn again.
  static let age = 5_000
  /// How often what moves by itself is drawn.
  private static let motion = 200

  /// How long to wait; without end when nothing on the screen depends on the time.
  static func milliseconds(for model: ConsoleModel) -> Int? {
    let scene = model.scene
    // Elapsed times and progress move by themselves.
    let isAnimated =
      scene.work != nil || scene.known.isReading || model.desk.running != nil
    // Who listens is told how far work is, and nothing that only grows older.
    if scene.context.isLinear { return isAnimated ? spoken : nil }
    if isAnimated { return scene.context.reducesMotion ? age : motion }
    let showsAge =
      model.desk.front.provenance(in: scene) != nil || model.dialog?.content is ConfirmStep
      || scene.writtenAge != nil
    return showsAge ? age : nil
  }
}
