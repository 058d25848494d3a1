import TerminalUI

/// The two panes of a screen: a list, and the detail of what is selected in it.
enum Pane: Sendable, Hashable {
  /// The list.
  case list
  /// The detail.
  case detail
}

/// Where everything stands on a screen of a given size.
struct ScreenLayout: Sendable, Hashable {
  /// Whether the detail of this screen has tabs.
  private let hasTabs: Bool
  /// Whether the panes have boxes around them.
  var hasBoxes: Bool
  /// Whether the panes stand side by side.
  var isSideBySide: Bool
  /// The list and the detail together.
  let body: Rect
  /// The line of the file.
  var title: Rect
  /// The line of screens.
  var tabs: Rect
  /// The list with its box; empty while the detail is zoomed.
  var list: Rect
  /// The detail with its box; empty while the list is zoomed.
  var detail: Rect
  /// The line above the footer; without one the notice takes the footer's line.
  var notice: Rect
  /// The line of keys.
  var footer: Rect

  /// Lays out a screen: the list has a share in percent, or as its size wants it where that is
  /// `nil`; a zoom gives the focused pane the whole body.
  init(
    size: Size, hasTabs: Bool, hasWideRows: Bool, focus: Pane, isZoomed: Bool, share: Int? = nil
  ) {
    let width = size.columns
    let height = size.rows
    self.hasTabs = hasTabs
    let hasNotice = height >= 16
    hasBoxes = height >= 16 && width >= 40
    let tail = hasNotice ? 2 : 1
    title = Rect(x: 0, y: 0, width: width, height: 1)
    tabs = Rect(x: 0, y: 1, width: width, height: 1)
    notice = Rect(x: 0, y: height - tail, width: width, height: 1)
    footer = Rect(x: 0, y: height - 1, width: width, height: 1)
    let body = Rect(x: 0, y: 2, width: width, height: max(0, height - 2 - tail))
    self.body = body
    let nothing = Rect(x: 0, y: body.y, width: 0, height: 0)

    isSideBySide = width >= 70 && (!hasWideRows || width >= 150)
    if isZoomed {
      list = focus == .list ? body : nothing
      detail = focus == .detail ? body : nothing
    } else if isSideBySide {
      let listWidth =
        share.map { min(max(width * $0 / 100, 20), width - 20) }
        ?? min(max(width * 43 / 100, 30), hasWideRows ? 90 : 64)
      list = Rect(x: 0, y: body.y, width: listWidth, height: body.height)
      detail = Rect(
        x: listWidth, y: body.y, width: width - listWidth, height: body.height)
    } else {
      // On a low screen the list keeps what it needs to be one, and a rule replaces the boxes.
      let listHeight =
        share.map { min(max(body.height * $0 / 100, 3), max(3, body.height - 3)) }
        ?? (hasBoxes ? max(5, body.height * 45 / 100) : max(3, body.height * 2 / 3))
      list = Rect(x: 0, y: body.y, width: width, height: min(listHeight, body.height))
      detail = Rect(
        x: 0, y: body.y + list.height, width: width, height: body.height - list.height)
    }
  }

  /// The part of the list inside its box.
  var listInner: Rect { hasBoxes ? list.insetByBorder : list }

  /// The part of the detail inside its box, or below its rule.
  var detailInner: Rect {
    if hasBoxes { return detail.insetByBorder }
    guard detail.height > 0, list.height > 0 else { return detail }
    return Rect(x: 0, y: detail.y + 1, width: detail.width, height: detail.height - 1)
  }

  /// The share of the body before a point on the border, in percent; `nil` where there is no room.
  func share(before point: Point) -> Int? {
    let (place, whole) =
      isSideBySide ? (point.x - body.x + 1, body.width) : (point.y - body.y + 1, body.height)
    return whole > 0 ? Self.share(place * 100 / whole) : nil
  }

  /// A share of the body that leaves room for both panes, in percent.
  static func share(_ percent: Int) -> Int { min(max(percent, 15), 85) }

  /// How much of the body the list has, in percent.
  var listShare: Int {
    isSideBySide
      ? list.width * 100 / max(1, body.width) : list.height * 100 / max(1, body.height)
  }

  /// The cells between the two panes, by which their border is moved; `nil` while one has all.
  var border: Rect? {
    guard list.height > 0, detail.height > 0 else { return nil }
    if isSideBySide {
      return Rect(x: list.right - 1, y: body.y, width: 2, height: body.height)
    }
    return Rect(
      x: 0, y: hasBoxes ? detail.y - 1 : detail.y, width: body.width, height: hasBoxes ? 2 : 1)
  }

  /// How many rows of the list are seen at once.
  var listPage: Int { max(1, listInner.height) }

  /// How many lines of the detail are seen at once, below the line of its tabs.
  var detailPage: Int { max(1, detailText.height) }

  /// The columns of the detail.
  var detailWidth: Int { max(8, detailText.width) }

  /// Whether the detail has room for a line of tabs.
  var detailHasTabs: Bool { hasTabs && detailInner.height >= 4 }

  /// The part of the detail in which its text stands.
  var detailText: Rect {
    let inner = detailInner
    let margin = hasBoxes && inner.width > 20 ? 1 : 0
    let skipped = detailHasTabs ? 2 : 0
    return Rect(
      x: inner.x + margin, y: inner.y + skipped, width: max(0, inner.width - 2 * margin),
      height: max(0, inner.height - skipped))
  }
}

extension Rect {
  /// The rectangle within a border of one cell.
  fileprivate var insetByBorder: Rect {
    Rect(x: x + 1, y: y + 1, width: max(0, width - 2), height: max(0, height - 2))
  }
}
