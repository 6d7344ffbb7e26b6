/// Pairs rows with columns, each at most once, at the least total cost.
///
/// The shortest-augmenting-path form of the Hungarian method: Jonker and Volgenant, "A Shortest
/// Augmenting Path Algorithm for Dense and Sparse Linear Assignment Problems", Computing 38 (1987),
/// doi:10.1007/BF02278710. A greedy pairing would let one die take its neighbour's partner and leave
/// the neighbour with none.
///
/// - Parameters:
///   - rows: The number of things on one side, 0 or more.
///   - columns: The number of things on the other side, 0 or more.
///   - limit: What a pair that is not made costs, finite. No pair that costs as much or more is made, and a
///     pair is given up where the others get cheaper by it.
///   - cost: The cost of pairing a row with a column, 0 or more; `.infinity` or NaN for "never".
/// - Returns: For every row its column, or `nil` where the row stays alone.
/// - Complexity: O(*n*² · *m*), where *n* is the smaller and *m* the larger of the two counts.
public func minimumCostAssignment(
  rows: Int, columns: Int, limit: Double, cost: (_ row: Int, _ column: Int) -> Double
) -> [Int?] {
  precondition(limit.isFinite, "with pairs of endless cost no path is the shortest")
  guard rows <= columns else {
    var columnOfRow = [Int?](repeating: nil, count: rows)
    let rowOfColumn = minimumCostAssignment(rows: columns, columns: rows, limit: limit) {
      cost($1, $0)
    }
    for (column, row) in rowOfColumn.enumerated() {
      if let row { columnOfRow[row] = column }
    }
    return columnOfRow
  }

  var costs = [Double](repeating: limit, count: rows * columns)
  for row in 0..<rows {
    for column in 0..<columns {
      let pair = cost(row, column)
      // NaN compares false.
      if pair < limit { costs[row * columns + column] = pair }
    }
  }

  // One augmenting path for each row. Column `columns` is the root from which each path starts;
  // the potentials keep every reduced cost at 0 or more, so that Dijkstra's method finds the path.
  var rowPotential = [Double](repeating: 0, count: rows)
  var columnPotential = [Double](repeating: 0, count: columns + 1)
  var rowOfColumn = [Int](repeating: -1, count: columns + 1)
  for start in 0..<rows {
    rowOfColumn[columns] = start
    var distance = [Double](repeating: .infinity, count: columns)
    var cameFrom = [Int](repeating: columns, count: columns)
    var visited = [Bool](repeating: false, count: columns + 1)
    var current = columns
    while rowOfColumn[current] >= 0 {
      visited[current] = true
      let row = rowOfColumn[current]
      var step = Double.infinity
      var nearest = columns
      for column in 0..<columns where !visited[column] {
        let reduced =
          costs[row * columns + column] - rowPotential[row] - columnPotential[column]
        if reduced < distance[column] {
          distance[column] = reduced
          cameFrom[column] = current
        }
        if distance[column] < step {
          step = distance[column]
          nearest = column
        }
      }
      for column in 0...columns {
        if visited[column] {
          rowPotential[rowOfColumn[column]] += step
          columnPotential[column] -= step
        } else if column < columns {
          distance[column] -= step
        }
      }
      current = nearest
    }
    while current != columns {
      rowOfColumn[current] = rowOfColumn[cameFrom[current]]
      current = cameFrom[current]
    }
  }

  var columnOfRow = [Int?](repeating: nil, count: rows)
  for column in 0..<columns where rowOfColumn[column] >= 0 {
    let row = rowOfColumn[column]
    if costs[row * columns + column] < limit { columnOfRow[row] = column }
  }
  return columnOfRow
}
