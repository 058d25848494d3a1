import MigratorEngine
import TerminalUI

extension ConsoleModel {
  /// Runs a command that is not disabled.
  ///
  /// - Parameter command: The command.
  /// - Returns: The work that is asked for.
  mutating func perform(_ command: Command) -> [Effect] {
    switch command {
    case .showMigrations: return show(.migrations)
    case .showSchema: return show(.schema)
    case .showViolations: return show(.violations)
    case .showHistory: return show(.history)
    case .up, .down, .pageUp, .pageDown, .home, .end, .scrollLeft, .scrollRight:
      move(command)
      return []
    case .switchPane:
      focus = focus == .list ? .detail : .list
      return []
    case .nextTab: return changeTab(by: 1)
    case .previousTab: return changeTab(by: -1)
    case .activate:
      activate()
      return []
    case .back:
      goBack()
      return []
    case .zoom:
      isZoomed.toggle()
      return []
    case .filter:
      focus = .list
      filterField = TextField(filters[screen] ?? "")
      return []
    case .dryRunNext: return beginDryRun(.next)
    case .dryRunAll: return beginDryRun(.all)
    case .step: return prepareStep(.next)
    case .stepAll: return prepareStep(.all)
    case .repair: return findRepairs()
    case .reload: return reload()
    case .copy: return copySelection()
    case .export: return exportScreen()
    case .cancelWork: return cancelOrLeave()
    case .help:
      dialog = .help(scroll: 0)
      return []
    case .redraw: return [.redraw]
    case .suspend: return [.suspend]
    case .quit: return quit()
    }
  }

  /// Why a command cannot run now, or `nil` when it can.
  ///
  /// - Parameter command: The command.
  /// - Returns: A sentence for the operator.
  func disabledReason(of command: Command) -> String? {
    switch command {
    case .dryRunNext, .dryRunAll, .step, .stepAll:
      let verb = command == .step || command == .stepAll ? "step" : "dry run"
      if case .failure(let failure)? = overview { return "No \(verb): \(failure.message)" }
      guard case .success(let overview)? = overview else { return "Still reading the database." }
      if !context.hasMigrations {
        return "No migrations are registered: name their folder with --migrations."
      }
      if let obstacle = overview.status.obstacle { return "No \(verb): \(obstacle)" }
      if overview.status.next == nil { return "Nothing is pending: every migration is applied." }
      if let work, work.kind != .drift {
        return "One thing at a time: \(work.title) is running. Ctrl-C stops it."
      }
      if verb == "step", let reason = context.readOnlyReason { return reason }
      if verb == "step", overview.facts.isReadOnly {
        return "No step: the file or its folder cannot be written by this user."
      }
      return nil
    case .repair:
      guard case .success? = overview else { return "Still reading the database." }
      if !context.hasMigrations {
        return "No migrations are registered: name their folder with --migrations."
      }
      if let work, work.kind != .drift {
        return "One thing at a time: \(work.title) is running. Ctrl-C stops it."
      }
      return nil
    case .nextTab, .previousTab:
      return screen == .violations || screen == .history ? "This screen has no tabs." : nil
    default:
      return nil
    }
  }

  private mutating func show(_ screen: Screen) -> [Effect] {
    self.screen = screen
    focus = .list
    isZoomed = false
    return screen == .schema ? computeDriftIfNeeded() : []
  }

  /// Begins the replay that tells drift, when the screen that shows it is in front.
  mutating func computeDriftIfNeeded() -> [Effect] {
    guard schemaView == .drift, drift == nil, work == nil, context.hasMigrations,
      case .success? = overview
    else { return [] }
    let generation = nextGeneration()
    work = Work(kind: .drift, generation: generation, startedAt: now)
    return [.computeDrift(generation: generation)]
  }

  private mutating func changeTab(by step: Int) -> [Effect] {
    func turned<T: CaseIterable & Equatable>(_ value: T) -> T where T.AllCases == [T] {
      let all = T.allCases
      let index = all.firstIndex(of: value) ?? 0
      return all[(index + step + all.count) % all.count]
    }
    switch screen {
    case .migrations: detailTab = turned(detailTab)
    case .schema:
      schemaView = turned(schemaView)
      lists[.schema] = ListState()
      return computeDriftIfNeeded()
    case .violations, .history: break
    }
    return []
  }

  private mutating func activate() {
    guard focus == .list else { return }
    if screen == .violations, case .group(let index)? = selectedViolationRow {
      violations.groups[index].isFolded.toggle()
      violations.arrange(filter: filters[.violations] ?? "")
    } else {
      focus = .detail
    }
  }

  private mutating func goBack() {
    if isZoomed {
      isZoomed = false
    } else if focus == .detail {
      focus = .list
    } else if let filter = filters[screen], !filter.isEmpty {
      filters[screen] = ""
      applyFilterChange()
    }
  }

  private mutating func reload() -> [Effect] {
    drift = nil
    isReading = true
    var effects: [Effect] = [.loadOverview]
    if case .running = violations.search {
      effects.append(.cancel(generation: violations.generation))
    }
    effects.append(restartViolationSearch())
    say("Reading the database again.")
    return effects
  }

  /// Forgets the violations found and searches anew.
  mutating func restartViolationSearch() -> Effect {
    violations = ViolationsState()
    violations.generation = nextGeneration()
    violations.search = .running(table: "", index: 0, count: 0, startedAt: now)
    return .searchViolations(generation: violations.generation)
  }

  /// Ctrl-C: stops the work, then the search; with nothing to stop, a second press leaves.
  private mutating func cancelOrLeave() -> [Effect] {
    if let current = work {
      work?.isCancelling = true
      say("Stopping \(current.title)…", .warning)
      return [.cancel(generation: current.generation)]
    }
    if case .running = violations.search {
      return [.cancel(generation: violations.generation)]
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
      dialog = .quitWhileWorking
      return [.flushTypeAhead]
    }
    isQuitting = true
    return cancelEverything() + [.quit]
  }
}

extension Work {
  /// The work in words, for sentences.
  var title: String {
    switch kind {
    case .dryRun(.next): "a dry run"
    case .dryRun(.all): "a dry run of all pending migrations"
    case .preparing: "the dry run before the step"
    case .stepping: "a step of the real file"
    case .findingRepairs: "the search for repairs"
    case .repairing: "a repair of the ledger"
    case .drift: "the comparison with what the migrations produce"
    }
  }
}
