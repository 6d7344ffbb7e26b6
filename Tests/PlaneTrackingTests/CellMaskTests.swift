import Testing
import VisionCore

@testable import PlaneTracking

@Suite("Cells of a mask")
struct CellMaskTests {
  /// Of rows in which "#" is a set cell.
  private func mask(_ rows: [String]) -> CellMask {
    CellMask(
      rows.flatMap { $0.map { $0 == "#" } },
      size: PixelSize(width: rows[0].count, height: rows.count))
  }

  private func rows(_ mask: CellMask, width: Int) -> [String] {
    stride(from: 0, to: mask.isSet.count, by: width).map { start in
      String(mask.isSet[start..<start + width].map { $0 ? "#" : "." })
    }
  }

  @Test(
    "clefts that are narrow enough are closed, and nothing grows",
    arguments: [
      // A cleft of two cells.
      (
        ["........", ".###..#.", ".###..#.", ".###..#.", "........"],
        ["........", ".######.", ".######.", ".######.", "........"]
      ),
      // One of three stays open.
      (
        [".........", ".###...#.", ".###...#.", ".###...#.", "........."],
        [".........", ".###...#.", ".###...#.", ".###...#.", "........."]
      ),
      // At the grid's edge as well.
      (["##..##", "##..##", "##..##"], ["######", "######", "######"]),
      (["......", "......", "......"], ["......", "......", "......"]),
    ])
  func close(given: [String], expected: [String]) {
    var mask = mask(given)
    mask.close(by: 1)
    #expect(rows(mask, width: given[0].count) == expected)
  }

  @Test(
    "holes are filled that are small enough and do not reach the edge",
    arguments: [
      (2, ["#####", "#..##", "#####"], ["#####", "#####", "#####"]),
      (1, ["#####", "#..##", "#####"], ["#####", "#..##", "#####"]),  // too large
      (9, ["##.##", "#..##", "#####"], ["##.##", "#..##", "#####"]),  // open to the edge
      (9, ["####", "#.##", "##.#", "####"], ["####", "####", "####", "####"]),  // two holes
    ])
  func fill(count: Int, given: [String], expected: [String]) {
    var mask = mask(given)
    mask.fillHoles(upTo: count)
    #expect(rows(mask, width: given[0].count) == expected)
  }
}
