import MigratorEngine
import MigratorSession
import TerminalUI

extension ConsoleModel {
  /// Runs a command that is not disabled.
  ///
  /// - Parameter command: The command.
  /// - Returns: The work that is asked for.
  mutating func perform(_ command: Command) -> [Effect] {
    switch command {
    case .show(let screen): return show(screen)
    case .up, .down, .pageUp, .pageDown, .home, .end, .scrollLeft, .scrollRight:
      screens[screen].move(command, in: focus, layout: layout, scene: scene)
      return []
    case .switchPane:
      focus = focus == .list ? .detail : .list
      return []
    case .nextTab: return changeTab(by: 1)
    case .previousTab: return changeTab(by: -1)
    case .showRows:
      showRows()
      return []
    case .activate:
      if isOnDataTab, rowsRefusal == nil {
        showRows()
      } else if focus == .list, !screens[screen].activate() {
        focus = .detail
      }
      return []
    case .back: return goBack()
    case .zoom:
      isZoomed.toggle()
      return []
    case .filter:
      focus = .list
      filterField = TextField(screens[screen].panes.filter)
      return []
    case .dryRunNext: return beginDryRun(.next)
    case .dryRunAll: return beginDryRun(.all)
    case .step: return prepareStep(.next)
    case .stepAll: return prepareStep(.all)
    case .trace: return beginTrace()
    case .traceNext, .traceToCursor, .traceToEnd: return runTrace(command)
    case .traceRestart: return restartTrace()
    case .traceQuery:
      screens.trace.field = TextField()
      return []
    case .repair: return findRepairs()
    case .restore: return prepareRestore()
    case .reload: return reload()
    case .copy: return copySelection()
    case .export: return exportScreen()
    case .cancelWork: return cancelOrLeave()
    case .help:
      dialog = OpenDialog(
        HelpDialog(
          sections: Binding.sections,
          refusals: Binding.table.map(\.command).reduce(into: [:]) {
            $0[$1] = disabledReason(of: $1)
          }))
      return []
    case .readNotice:
      if let notice {
        dialog = OpenDialog(MessageDialog(title: "Message", lines: [StyledLine(notice.text)]))
      }
      return []
    case .redraw: return [.redraw]
    case .suspend: return [.suspend]
    case .quit: return quit()
    // Keys of dialogs, which take them themselves.
    case .nextField, .previousField, .toggle, .agree: return []
    }
  }

  /// Why a command cannot run now, or `nil` when it can.
  ///
  /// - Parameter command: The command.
  /// - Returns: A sentence for the operator.
  func disabledReason(of command: Command) -> String? {
    if let reason = traceRefusal(of: command) { return reason }
    switch command {
    case .dryRunNext, .dryRunAll, .step, .stepAll:
      let verb = command == .step || command == .stepAll ? "step" : "dry run"
      if case .failure(let failure)? = known.overview { return "No \(verb): \(failure.whole)" }
      guard case .success(let overview)? = known.overview else {
        return "Still reading the database."
      }
      if !known.origin.isThere {
        return "No migrations are registered: name their folder with --migrations."
      }
      if let obstacle = overview.status.obstacle { return "No \(verb): \(obstacle)" }
      if overview.status.next == nil { return overview.standstill.message }
      return busyReason ?? (verb == "step" ? writeRefusal : nil)
    case .repair:
      guard case .success? = known.overview else { return "Still reading the database." }
      if !known.origin.isThere {
        return "No migrations are registered: name their folder with --migrations."
      }
      return busyReason
    case .restore:
      return known.present == nil ? "Still reading the database." : busyReason ?? writeRefusal
    case .nextTab, .previousTab:
      return screens[screen].tabs.isEmpty ? "This screen has no tabs." : nil
    case .showRows: return rowsRefusal
    case .readNotice: return notice == nil ? "There is no message." : nil
    default:
      return nil
    }
  }

  private mutating func show(_ screen: Screen) -> [Effect] {
    self.screen = screen
    focus = .list
    isZoomed = false
    return screens[screen] is SchemaScreen ? computeDriftIfNeeded() : []
  }

  /// Begins the replay that tells drift, when the screen that shows it is in front.
  mutating func computeDriftIfNeeded() -> [Effect] {
    guard screens.schema.view == .drift, known.drift == nil, work == nil, known.origin.isThere,
      case .success? = known.overview
    else { return [] }
    let generation = nextGeneration()
    work = Work(kind: .drift, generation: generation, startedAt: now)
    return [.computeDrift(generation: generation)]
  }

  private mutating func changeTab(by step: Int) -> [Effect] {
    screens[screen].turnTab(by: step)
    return screens[screen] is SchemaScreen ? computeDriftIfNeeded() : []
  }

  private mutating func goBack() -> [Effect] {
    if isZoomed {
      isZoomed = false
    } else if focus == .detail {
      focus = .list
    } else if !screens[screen].panes.filter.isEmpty {
      filter("")
    } else if isTracing {
      return leaveTrace()
    } else if screen == Screens.rows {
      screen = Screens.all[0]
    }
    return []
  }

  /// What is said while the database is read again, and goes when it was.
  static let readingNotice = "Reading the database again."

  private mutating func reload() -> [Effect] {
    known.drift = nil
    known.isReading = true
    var effects: [Effect] = [.loadOverview]
    if screens.violations.isSearching {
      effects.append(.cancel(generation: screens.violations.generation))
    }
    effects.append(restartViolationSearch())
    say(Self.readingNotice)
    return effects
  }

  /// Forgets the violations found and searches anew.
  mutating func restartViolationSearch() -> Effect {
    screens.violations.restart()
    screens.violations.generation = nextGeneration()
    screens.violations.search = .running(table: "", index: 0, count: 0, startedAt: now)
    return .searchViolations(generation: screens.violations.generation)
  }

  /// Copies what is selected: a migration's SQL, an object's SQL, a violation's description.
  private mutating func copySelection() -> [Effect] {
    guard let text = screens[screen].copyText(in: scene), !text.isEmpty else {
      say("Nothing to copy here.", .warning)
      return []
    }
    return [.copyToClipboard(text)]
  }

  // MARK: Filter

  /// A key while a filter is being typed.
  mutating func updateFilter(key: Key) -> [Effect] {
    switch key {
    case .enter: filterField = nil
    case .escape, .control("c"):
      filterField = nil
      filter("")
    case .up, .down:
      screens[screen].move(
        key == .up ? .up : .down, in: .list, layout: layout, scene: scene)
    default:
      filterField?.handle(key)
      filter(filterField?.text ?? "")
    }
    return []
  }

  /// Shows only the rows that contain a text.
  mutating func filter(_ text: String) {
    screens[screen].panes.filter = text
    screens[screen].filterChanged(in: scene)
  }

  // MARK: Leaving

  /// Ctrl-C: stops the work, then the search; with nothing to stop, a second press leaves.
  private mutating func cancelOrLeave() -> [Effect] {
    if let current = work {
      work?.isCancelling = true
      say("Stopping \(current.title)…", .warning)
      return [.cancel(generation: current.generation)]
    }
    if screens.violations.isSearching {
      return [.cancel(generation: screens.violations.generation)]
    }
    if let before = interruptedAt, now - before < 1.5 {
      isQuitting = true
      return [.quit]
    }
    interruptedAt = now
    say("Nothing is running. Ctrl-C again, or q, quits.")
    return []
  }

  private mutating func quit() -> [Effect] {
    if let work, work.kind != .drift {
      return open(QuitDialog())
    }
    isQuitting = true
    return cancelEverything() + [.quit]
  }
}
