/// Routes lines through a picture with columns of boxes, between the boxes but not behind them.
struct DiagramLanes {
  /// A column of boxes.
  struct Column {
    /// The left and right edges.
    let x: ClosedRange<Double>
    /// The boxes from top to bottom.
    let boxes: [ClosedRange<Double>]
  }

  private let columns: [Column]
  private let gap: Double
  /// The number of lines through each gap, which determines the offset of the next one.
  private var uses: [[Int]]
  /// The lowest point of the lines.
  private(set) var bottom = 0.0

  /// Creates empty lanes for columns that are sorted from left to right.
  ///
  /// `gap` is the free height above, between and below the boxes.
  init(columns: [Column], gap: Double) {
    self.columns = columns
    self.gap = gap
    uses = columns.map { Array(repeating: 0, count: $0.boxes.count + 1) }
  }

  /// Finds the points of a line between two columns, for an SVG path with curves between columns
  /// and straight lines across them.
  ///
  /// - Complexity: O(*n*) for the *n* boxes of the columns between.
  mutating func way(
    from origin: (column: Int, y: Double), to destination: (column: Int, y: Double)
  ) -> [(x: Double, y: Double)] {
    let step = origin.column < destination.column ? 1 : -1
    func edge(_ column: Int, entering: Bool) -> Double {
      (step > 0) == entering ? columns[column].x.lowerBound : columns[column].x.upperBound
    }
    var points = [(x: edge(origin.column, entering: false), y: origin.y)]
    let between = stride(from: origin.column + step, to: destination.column, by: step)
    var left = abs(destination.column - origin.column)
    for column in between {
      let y = points[points.count - 1].y
      let lane = lane(through: column, near: y + (destination.y - y) / Double(left))
      points.append((edge(column, entering: true), lane))
      points.append((edge(column, entering: false), lane))
      left -= 1
    }
    return points + [(edge(destination.column, entering: true), destination.y)]
  }

  /// The free height of a column that is nearest to a height.
  private mutating func lane(through column: Int, near y: Double) -> Double {
    let boxes = columns[column].boxes
    let middles =
      boxes.map { $0.lowerBound - gap / 2 } + [boxes[boxes.count - 1].upperBound + gap / 2]
    let nearest = middles.indices.min { abs(middles[$0] - y) < abs(middles[$1] - y) } ?? 0
    let use = uses[column][nearest]
    uses[column][nearest] += 1
    // Offset lines within a gap, the first in the middle; beyond five, lines overlap.
    let place = Double((use % 5 + 1) / 2) * (use % 2 == 0 ? -1 : 1)
    let lane = middles[nearest] + place * gap / 6
    bottom = max(bottom, lane)
    return lane
  }
}
