#pragma once

#include "board_view.hpp"

#include <array>
#include <optional>

namespace gameboard {

/// A straight line through two board places.
struct Line {
  cv::Point2d a, b;
  double support;  // how much of it is an edge in the picture, in 0...1
};

/// How clear an edge is along its line, summed row by row.
struct Clearness {
  std::vector<double> sums{0};  // of the rows that are seen
  std::vector<int> counts{0};

  void add(double clear, bool is_seen) {
    sums.push_back(sums.back() + (is_seen ? clear : 0));
    counts.push_back(counts.back() + is_seen);
  }
  /// The mean from one row to another, without the latter; 0 where none is seen.
  double mean(double from, double to) const {
    const double rows = double(sums.size()) - 1;
    const size_t first = size_t(std::lround(std::clamp(from, 0.0, rows)));
    const size_t last = size_t(std::lround(std::clamp(to, 0.0, rows)));
    if (last <= first || counts[last] == counts[first]) return 0;
    return (sums[last] - sums[first]) / (counts[last] - counts[first]);
  }
};

/// One of the lines that an edge of the board may be.
struct Edge {
  Line line;
  double doubt;  // how much it is too far from where it was guessed
  Clearness clearness;
};

/// No number where they are parallel.
inline cv::Point2d meeting(const Line &p, const Line &q) {
  const cv::Point2d u = p.b - p.a, v = q.b - q.a;
  const double determinant = u.cross(v);
  if (std::abs(determinant) < 1e-6) return {NAN, NAN};
  return p.a + (q.a - p.a).cross(v) / determinant * u;
}

/// The places near the line between two others where the picture changes most, row by row across it.
struct Crests {
  // Between the corners as they were guessed; and beyond each of them.
  static constexpr int kRows = 56, kBeyond = 8;

  cv::Point2d a, b, across;      // in pixels of the view
  int range, width;              // of a row, in half pixels
  double scale;                  // half pixels a board width takes up
  std::vector<double> strength;  // of kRows + 2 * kBeyond rows
  std::vector<float> clear;      // the evidence of the same places
  std::vector<bool> seen;        // whether a row lies in the picture
  std::vector<int> known;        // those that do, between the corners

  const double *row(int index) const { return &strength[size_t(index) * width]; }
  /// 0 for the first row between the corners, 1 for the last.
  static double share(int index) { return double(index - kBeyond) / (kRows - 1); }
  /// Where a row is on the line, 0 being one end: the corners themselves tell of the other edges.
  static double place(double share) { return 0.02 + 0.96 * share; }
  /// The row at a place, between two where that is.
  static double row_at(double place) { return (place - 0.02) / 0.96 * (kRows - 1) + kBeyond; }

  /// The board place of an offset from the middle of a row.
  cv::Point2d at(const View &view, double place, double offset) const {
    return view.place(a + place * (b - a) + 0.5 * offset * across);
  }
};

/// How far the edges may be from where they were guessed, in board widths, and how far they likely are.
struct Doubt {
  double most, likely;
};

/// A row is known where it lies in the picture as far as the edge likely does.
///
/// - changes: how strongly the view changes across the line
/// - inside: where the view shows the image, but for its border, which is no edge
inline Crests crests_near(const View &view, const cv::Mat &changes, const cv::Mat &inside,
                          cv::Point2d from, cv::Point2d to, Doubt doubt) {
  Crests crests;
  crests.a = view.pixel(from);
  crests.b = view.pixel(to);
  const cv::Point2d along = (crests.b - crests.a) / cv::norm(crests.b - crests.a);
  crests.across = {-along.y, along.x};
  const bool is_level = std::abs(crests.across.y) > std::abs(crests.across.x);
  crests.scale = 2 * (is_level ? view.along : view.across);
  crests.range = std::max(3, int(std::ceil(doubt.most * crests.scale)));
  crests.width = 2 * crests.range + 1;
  constexpr int kAll = Crests::kRows + 2 * Crests::kBeyond;
  crests.strength.assign(size_t(kAll) * crests.width, 0);
  crests.seen.assign(kAll, false);
  const int needed = std::clamp(int(std::ceil(doubt.likely * crests.scale)), 3, crests.range);
  crests.clear.assign(crests.strength.size(), 0);
  std::vector<double> row(crests.width);
  for (int index = 0; index < kAll; ++index) {
    const double place = Crests::place(Crests::share(index));
    const cv::Point2d middle = crests.a + place * (crests.b - crests.a);
    bool is_known = true;
    for (int step = -crests.range; step <= crests.range; ++step) {
      const cv::Point2d at = middle + 0.5 * step * crests.across;
      const double strength = sample(changes, at.x, at.y);
      const bool is_seen = strength >= 0 && inside.at<uint8_t>(cvRound(at.y), cvRound(at.x)) != 0;
      row[step + crests.range] = is_seen ? strength : 0;
      is_known &= is_seen || std::abs(step) > needed;
    }
    if (!is_known) continue;
    crests.seen[index] = true;
    if (index >= Crests::kBeyond && index < Crests::kBeyond + Crests::kRows)
      crests.known.push_back(index);
    // Only crests count, not their flanks.
    double *kept = &crests.strength[size_t(index) * crests.width];
    for (int k = 1; k + 1 < crests.width; ++k) {
      const auto low = row.begin() + std::max(0, k - 2);
      const auto high = row.begin() + std::min(crests.width - 1, k + 2) + 1;
      if (row[k] > 0.85 * *std::max_element(low, high)) kept[k] = row[k];
    }
    std::transform(kept, kept + crests.width, &crests.clear[size_t(index) * crests.width], evidence);
  }
  return crests;
}

/// A line by where it crosses the first and the last row between the corners.
struct Crossing {
  int first, last;
  double doubt, score;

  double at(int row) const { return first + (last - first) * Crests::share(row); }
};

/// The lines along which most of the picture changes, the best first, at most `count`. What one is found by does
/// not help to find the next, or a strong line would come with all that cross it.
///
/// - doubt: how far from the middle of the rows the line is likely to be, in board widths
inline std::vector<Crossing> best_crossings(const Crests &crests, double doubt, size_t count) {
  // How much the doubt weighs, at most, against what is seen; and how far about a line, in half pixels,
  // changes are its own.
  constexpr double kDoubtWeight = 0.3;
  constexpr int kOwn = 4;
  const int width = crests.width;
  std::vector<float> clear = crests.clear;
  // How far each slant, from the first row to the last, has moved sideways in each known row.
  std::vector<int> slants;
  for (int index : crests.known)
    for (int slant = 1 - width; slant < width; ++slant)
      slants.push_back(int(std::floor(slant * Crests::share(index) + 0.5)));
  std::vector<float> sums(static_cast<size_t>(width));
  std::vector<Crossing> best;
  while (best.size() < count) {
    Crossing top{0, 0, 0, -1e9};
    for (int first = 0; first < width; ++first) {
      std::fill(sums.begin(), sums.end(), 0.f);
      const int *slant = slants.data() + (width - 1 - first);
      for (int index : crests.known) {
        const float *row = clear.data() + size_t(index) * width + first;
        for (int last = 0; last < width; ++last) sums[size_t(last)] += row[slant[last]];
        slant += 2 * width - 1;
      }
      for (int last = 0; last < width; ++last) {
        const float sum = sums[size_t(last)];
        const double u = (first - crests.range) / (doubt * crests.scale);
        const double v = (last - crests.range) / (doubt * crests.scale);
        const double away = u * u + v * v;
        // There are other edges near by; but once the guess was wrong it says little about where.
        const double doubted = kDoubtWeight * away / (away + 2);
        const double score = sum / crests.known.size() - doubted;
        if (score > top.score) top = {first, last, doubted, score};
      }
    }
    if (top.score + top.doubt <= 0) break;  // nothing is left to be seen
    best.push_back(top);
    for (int index : crests.known) {
      const int middle = int(top.at(index) + 0.5);
      for (int k = std::max(0, middle - kOwn); k <= std::min(crests.width - 1, middle + kOwn); ++k)
        clear[size_t(index) * crests.width + k] = 0;
    }
  }
  return best;
}

/// The line to a fraction of a pixel, by least squares; `unseen` where there is no such edge.
inline Line fitted_line(const View &view, const Crests &crests, const Crossing &crossing,
                        const Line &unseen) {
  std::vector<cv::Point2d> found;
  std::vector<double> weights;
  double support = 0;
  for (int index : crests.known) {
    const double share = Crests::share(index);
    const double expected = crossing.at(index);
    const double *row = crests.row(index);
    double moment = 0, weight = 0;
    const int low = std::max(0, int(expected) - 2);
    const int high = std::min(crests.width - 1, int(expected) + 3);
    for (int k = low; k <= high; ++k) {
      moment += row[k] * k;
      weight += row[k];
    }
    if (weight <= 0) continue;
    // Half as clear as where lines are chosen: grass must not pass for an edge.
    const double clear = evidence(weight / 4);
    support += clear / Crests::kRows;
    found.emplace_back(share, moment / weight);
    weights.push_back(clear);
  }
  if (support < 0.25) return unseen;
  double offset = 0, slope = 0;
  for (int round = 0; round < 4; ++round) {
    double s0 = 0, s1 = 0, s2 = 0, v0 = 0, v1 = 0;
    for (size_t k = 0; k < found.size(); ++k) {
      double weight = weights[k];
      if (round > 0) {  // Tukey's weights leave out what does not lie on the line.
        const double miss = (found[k].y - offset - slope * found[k].x) / 2.5;
        weight *= std::abs(miss) < 1 ? (1 - miss * miss) * (1 - miss * miss) : 0;
      }
      s0 += weight;
      s1 += weight * found[k].x;
      s2 += weight * found[k].x * found[k].x;
      v0 += weight * found[k].y;
      v1 += weight * found[k].x * found[k].y;
    }
    const double determinant = s0 * s2 - s1 * s1;
    if (!(determinant > 1e-6)) return unseen;
    offset = (s2 * v0 - s1 * v1) / determinant;
    slope = (s0 * v1 - s1 * v0) / determinant;
  }
  const auto end = [&](double place) {
    const double share = (place - Crests::place(0)) / (Crests::place(1) - Crests::place(0));
    return crests.at(view, place, offset + slope * share - crests.range);
  };
  return {end(0), end(1), support};
}

/// How clear the edge is along a crossing, and along how it would go on beyond the corners.
inline Clearness clearness_of(const Crests &crests, const Crossing &crossing) {
  Clearness clearness;
  for (int index = 0; index < int(crests.seen.size()); ++index) {
    const int k = int(std::lround(crossing.at(index)));
    const bool is_seen = crests.seen[index] && k >= 0 && k < crests.width;
    clearness.add(is_seen ? crests.clear[size_t(index) * crests.width + k] : 0, is_seen);
  }
  return clearness;
}

/// What each edge of the board in a view may be, the likeliest first, at most `count` each; the edge as
/// it was guessed where none is seen.
inline std::vector<std::vector<Edge>> edges_in(const View &view, Doubt doubt, size_t count) {
  const cv::Mat upright = change(view.picture, true), level = change(view.picture, false);
  cv::Mat inside;
  cv::erode(view.inside, inside, cv::Mat::ones(5, 5, CV_8U), {-1, -1}, 1, cv::BORDER_CONSTANT, 255);
  std::vector<std::vector<Edge>> edges(4);
  for (int k = 0; k < 4; ++k) {
    const Line guess{kPlaces[k], kPlaces[(k + 1) % 4], 0};
    const Crests crests =
        crests_near(view, k % 2 == 0 ? level : upright, inside, guess.a, guess.b, doubt);
    if (int(crests.known.size()) >= Crests::kRows / 3) {
      for (const Crossing &crossing : best_crossings(crests, doubt.likely, count)) {
        const Line line = fitted_line(view, crests, crossing, guess);
        if (line.support > 0)
          edges[k].push_back({line, crossing.doubt, clearness_of(crests, crossing)});
      }
    }
    if (edges[k].empty()) edges[k].push_back({guess, 0, {}});
  }
  return edges;
}

/// How well edges are seen as far as they go, from corner to corner, and how little they go on there: an edge
/// of the board ends where the next begins, while a stripe on it, or the foot of its front, does not. Of what is
/// farther out than the rows nothing is known.
inline double score_of(const std::array<const Edge *, 4> &edges, const Corners &places) {
  // What an edge that goes on beyond a corner weighs.
  constexpr double kBeyondWeight = 0.45;
  double score = 0;
  for (int k = 0; k < 4; ++k) {
    const cv::Point2d along = kPlaces[(k + 1) % 4] - kPlaces[k];
    const auto row = [&](const cv::Point2d &corner) {
      return Crests::row_at((corner - kPlaces[k]).dot(along) / along.dot(along));
    };
    const double first = row(places[k]), last = row(places[(k + 1) % 4]);
    const Clearness &clearness = edges[k]->clearness;
    score += clearness.mean(first + 1, last) - edges[k]->doubt;
    score -= kBeyondWeight * clearness.mean(first - Crests::kBeyond, first - 1);
    score -= kBeyondWeight * clearness.mean(last + 2, last + Crests::kBeyond + 1);
  }
  return score;
}

// A rim in another colour that is painted round a board is so wide at most, in its widths, and so narrow at least.
constexpr double kWidestRim = 0.05, kNarrowestRim = 0.008;

/// The colour half-way between two lines along an edge, the median of what is seen of it.
inline cv::Vec3b colour_between(const View &view, const Line &inner, const Line &outer) {
  constexpr int kSamples = 33;
  std::array<std::vector<uint8_t>, 3> levels;
  for (int k = 0; k < kSamples; ++k) {
    const double share = 0.05 + 0.9 * k / (kSamples - 1);
    const cv::Point2d place = 0.5 * (inner.a + outer.a) + share * 0.5 * (inner.b - inner.a + outer.b - outer.a);
    const cv::Point pixel = view.pixel(place);
    const bool is_in_view = cv::Rect({0, 0}, view.picture.size()).contains(pixel);
    if (!is_in_view || !view.inside.at<uint8_t>(pixel)) continue;
    for (int channel = 0; channel < 3; ++channel)
      levels[channel].push_back(view.picture.at<cv::Vec3b>(pixel)[channel]);
  }
  cv::Vec3b colour;
  for (int channel = 0; channel < 3; ++channel) {
    std::vector<uint8_t> &some = levels[channel];
    if (some.empty()) continue;
    std::nth_element(some.begin(), some.begin() + some.size() / 2, some.end());
    colour[channel] = some[some.size() / 2];
  }
  return colour;
}

/// The clearest line beside an edge that is as far from it as a painted rim is wide, and how far that is.
///
/// - direction: in which it lies, of length 1
inline std::pair<const Edge *, double> rim_partner(const Edge &edge, const std::vector<Edge> &others,
                                                   cv::Point2d direction) {
  constexpr double kShare = 0.5;  // of the edge's own support that the other one must have
  std::pair<const Edge *, double> best{nullptr, 0};
  if (edge.line.support <= 0) return best;
  for (const Edge &other : others) {
    const double a = (other.line.a - edge.line.a).dot(direction);
    const double b = (other.line.b - edge.line.b).dot(direction);
    if (std::min(a, b) < kNarrowestRim || std::max(a, b) > kWidestRim) continue;
    if (other.line.support < kShare * edge.line.support) continue;
    if (best.first && other.line.support <= best.first->line.support) continue;
    best = {&other, (a + b) / 2};
  }
  return best;
}

/// The edges outside of four, where these are a painted rim's, which is often clearer against the board within it than
/// against the ground: three have a line outside, or two do and the others, the outer ones already, have one inside, at a
/// like distance and with a like colour between. Of a box, a camera sees the walls of two sides at most, so that three
/// such lines are not the feet of walls; nor are two, where the other sides show a rim, too.
///
/// - others: what else each edge may be, in the same places
inline std::optional<std::array<const Edge *, 4>> outer_rim(
    const View &view, const std::array<const Edge *, 4> &edges, const std::vector<std::vector<Edge>> &others) {
  // How much wider a rim may be on one side than on another; and by how many levels of a colour one side may differ:
  // shadows and planks are not alike all round.
  constexpr double kWider = 2.5;
  constexpr int kUnlike = 40;
  const cv::Point2d out[4] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
  std::array<std::pair<const Edge *, double>, 4> outside, inside;
  for (int k = 0; k < 4; ++k) {
    outside[k] = rim_partner(*edges[k], others[k], out[k]);
    inside[k] = outside[k].first ? std::pair<const Edge *, double>{} : rim_partner(*edges[k], others[k], -out[k]);
  }
  const auto count = [](const auto &partners) {
    return std::count_if(partners.begin(), partners.end(), [](const auto &partner) { return partner.first; });
  };
  const bool are_outside = count(outside) >= 3;
  if (!are_outside && !(count(outside) == 2 && count(inside) == 2)) return std::nullopt;
  std::array<const Edge *, 4> outer = edges;
  double narrowest = 1e9, widest = 0;
  cv::Vec3b darkest(255, 255, 255), lightest(0, 0, 0);
  for (int k = 0; k < 4; ++k) {
    if (outside[k].first) outer[k] = outside[k].first;
    const auto [partner, width] = outside[k].first || are_outside ? outside[k] : inside[k];
    if (!partner) continue;
    const cv::Vec3b colour = colour_between(view, edges[k]->line, partner->line);
    for (int channel = 0; channel < 3; ++channel) {
      darkest[channel] = std::min(darkest[channel], colour[channel]);
      lightest[channel] = std::max(lightest[channel], colour[channel]);
      if (lightest[channel] - darkest[channel] > kUnlike) return std::nullopt;
    }
    narrowest = std::min(narrowest, width);
    widest = std::max(widest, width);
  }
  if (widest > kWider * narrowest) return std::nullopt;
  return outer;
}

}  // namespace gameboard
