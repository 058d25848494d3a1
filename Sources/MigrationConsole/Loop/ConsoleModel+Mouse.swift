import TerminalUI

/// What was done with the mouse lately, so that two presses can be told from a double one.
struct MouseMemory: Sendable {
  /// Where and when a button was pressed last, in seconds since the session began.
  var lastPress: (point: Point, time: Double)?
  /// Whether the border between the panes is held.
  var isDragging = false
}

/// The mouse: what is drawn on a cell decides what a press on it does; it never agrees to anything.
extension ConsoleModel {
  /// How soon a second press makes a double one, in seconds.
  private static let doublePress = 0.4
  /// How many lines the wheel moves.
  private static let wheelLines = 3

  /// Takes in what was done with the mouse.
  mutating func update(mouse event: MouseEvent) -> [Effect] {
    guard scene.usesMouse, !scene.isTooSmall else { return [] }
    switch event.kind {
    case .release: mouse.isDragging = false
    case .drag:
      if mouse.isDragging { setShare(at: event.point) }
    case .wheelUp: return turnWheel(up: true, at: event.point)
    case .wheelDown: return turnWheel(up: false, at: event.point)
    case .press:
      let isDouble =
        mouse.lastPress.map {
          $0.point == event.point && scene.now - $0.time < Self.doublePress
        } ?? false
      mouse.lastPress = isDouble ? nil : (event.point, scene.now)
      return press(target(at: event.point), isDouble: isDouble)
    }
    return []
  }

  private func target(at point: Point) -> MouseTarget? {
    render(self).areas.last { $0.rect.contains(point) }?.target
  }

  private mutating func press(_ target: MouseTarget?, isDouble: Bool) -> [Effect] {
    // What is being typed is ended by a key, not by a slip of the hand.
    if dialog == nil, front.panes.field != nil { return [] }
    switch target {
    case .screen(let screen): return run(.show(screen))
    case .command(let command): return run(command)
    case .row(let row):
      focus = .list
      screens[screen].panes.list.selection = row
      return isDouble ? run(.activate) : []
    case .list: focus = .list
    case .detail: focus = .detail
    case .tab(let index): turnTab(to: index)
    case .border: mouse.isDragging = true
    case .choice(let index): return choose(index, isDouble: isDouble)
    case .dialogKey(let key): return pressInDialog(key)
    case .nothing, nil: break
    }
    return []
  }

  private mutating func turnWheel(up: Bool, at point: Point) -> [Effect] {
    if dialog != nil {
      turnWheelInDialog(up: up, lines: Self.wheelLines)
      return []
    }
    let pane: Pane
    switch target(at: point) {
    case .row, .list: pane = .list
    case .detail: pane = .detail
    default: return []
    }
    for _ in 0..<Self.wheelLines {
      screens[screen].move(up ? .up : .down, in: pane, layout: layout, scene: scene)
    }
    return []
  }

  /// Gives the list what stands before the point that the border was drawn to.
  private mutating func setShare(at point: Point) {
    let layout = layout
    let body = layout.body
    let (place, whole) =
      layout.isSideBySide ? (point.x - body.x + 1, body.width) : (point.y - body.y + 1, body.height)
    guard whole > 0 else { return }
    share = ScreenLayout.share(place * 100 / whole)
  }
}
