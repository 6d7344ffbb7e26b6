#include "gameboard.h"

#include "board_edges.hpp"
#include "board_hole.hpp"
#include "board_shape.hpp"
#include "board_view.hpp"
#include "guarded.hpp"

#include <array>
#include <numeric>
#include <optional>

namespace {

using namespace gameboard;

// By how much the image is blurred before its edges are sought.
constexpr double kBlur = 0.8;

// A board as if seen from above, `width` pixels wide, with a margin in its widths all round.
View view_about(const Image &image, const Corners &corners, int width, double margin, double blur) {
  const cv::Size size(cvRound(width * (1 + 2 * margin)), cvRound(width * (kLength + 2 * margin)));
  return view_of(image, corners, size, {margin, margin}, blur);
}

// Where four edges meet, as places of the view.
Corners places_between(const std::array<const Edge *, 4> &edges) {
  Corners places;
  for (int k = 0; k < 4; ++k)
    places.push_back(meeting(edges[(k + 3) % 4]->line, edges[k]->line));
  return places;
}

// Places of a view, in the image.
Corners in_image(const View &view, Corners places) {
  for (cv::Point2d &place : places) place = mapped(view.to_upright, view.pixel(place));
  return places;
}

copencv_ellipse ellipse_of(const std::vector<cv::Point2f> &points) {
  const cv::RotatedRect box = cv::fitEllipseDirect(points);
  copencv_ellipse ellipse{box.center.x, box.center.y, box.size.width / 2.0, box.size.height / 2.0,
                          box.angle};
  if (ellipse.first_radius < ellipse.second_radius) {
    std::swap(ellipse.first_radius, ellipse.second_radius);
    ellipse.angle += 90;
  }
  ellipse.angle = std::remainder(ellipse.angle, 180);
  return ellipse;
}

// Points all round the ellipse that a rim makes in the image, of which a bag may hide a part; none where no rim
// was found.
std::vector<cv::Point2d> whole_rim(const View &view, const std::vector<cv::Point2d> &places) {
  if (places.empty()) return {};
  std::vector<cv::Point2f> seen;
  for (const cv::Point2d &place : places)
    seen.push_back(cv::Point2f(mapped(view.to_upright, view.pixel(place))));
  const copencv_ellipse ellipse = ellipse_of(seen);
  const double turn = ellipse.angle * CV_PI / 180;
  std::vector<cv::Point2d> rim;
  for (int k = 0; k < 48; ++k) {
    const double x = ellipse.first_radius * std::cos(2 * CV_PI * k / 48);
    const double y = ellipse.second_radius * std::sin(2 * CV_PI * k / 48);
    rim.emplace_back(ellipse.center_x + x * std::cos(turn) - y * std::sin(turn),
                     ellipse.center_y + x * std::sin(turn) + y * std::cos(turn));
  }
  return rim;
}

// The corners, roughly: of all that the four edges may be those are taken that are seen from corner to corner,
// that lie where they were guessed, between which a camera would see a board, painted alike on both sides, and
// in which the hole is where it belongs. Where a bag hides an edge, or a step or a stripe lies beside it, the
// others decide.
Corners likeliest(const Image &image, const Corners &guess, cv::Point2d hole, double radius) {
  constexpr Doubt kDoubt{0.28, 0.06};
  constexpr size_t kLines = 7;
  // What shape, hole and likeness of left and right weigh against an edge that is seen or not, and how much of
  // the first two counts.
  constexpr double kShapeWeight = 0.045, kHoleWeight = 0.02, kMostMiss = 20, kSymmetryWeight = 2;
  const View view = view_about(image, guess, 96, kDoubt.most + 0.02, kBlur);
  const std::vector<std::vector<Edge>> edges = edges_in(view, kDoubt, kLines);
  const std::vector<cv::Point2d> rim = whole_rim(view, rim_at(view, hole, radius));

  Corners best = guess;
  double most = -1e9;
  for (const Edge &far : edges[0]) {
    for (const Edge &right : edges[1]) {
      for (const Edge &near : edges[2]) {
        for (const Edge &left : edges[3]) {
          const std::array<const Edge *, 4> four{&far, &right, &near, &left};
          const Corners places = places_between(four);
          const Corners corners = in_image(view, places);
          if (!are_sound(corners)) continue;
          double score = score_of(four, places);
          score -= kShapeWeight * std::min(kMostMiss, miss_of_shape(corners, image.size));
          if (!rim.empty())
            score -= kHoleWeight * std::min(kMostMiss, miss_of_hole(rim, corners, radius));
          if (score <= most) continue;
          score -= kSymmetryWeight * asymmetry(view, places);
          if (score > most) {
            most = score;
            best = corners;
          }
        }
      }
    }
  }
  return best;
}

// The corners where the edges beside them meet, at the picture's own size, and how much of the edges
// is seen.
std::pair<Corners, double> at_edges(const Image &image, const Corners &corners, int width) {
  constexpr size_t kLines = 4;
  const double reach = std::max(0.012, 2.0 / width);
  const View view = view_about(image, corners, width, 0.15, kBlur);
  const std::vector<std::vector<Edge>> edges = edges_in(view, {reach, reach}, 1);
  std::array<const Edge *, 4> four;
  for (int k = 0; k < 4; ++k) four[k] = &edges[k].front();
  const std::vector<std::vector<Edge>> others = edges_in(view, {kWidestRim, kWidestRim}, kLines);
  const auto outer = outer_rim(view, four, others);
  double support = 0;
  for (int k = 0; k < 4; ++k) {
    const double inner = four[k]->line.support;
    support += (outer ? std::max(inner, (*outer)[k]->line.support) : inner) / 4;
  }
  if (outer) four = *outer;
  return {in_image(view, places_between(four)), support};
}

}  // namespace

bool copencv_board_view(const uint8_t *pixels, int32_t width, int32_t height, int32_t orientation,
                        copencv_quadrilateral corners, double margin_x, double margin_y,
                        uint8_t *output, int32_t output_width, int32_t output_height) {
  try {
    if (output_width < 1 || output_height < 1 || !(margin_x >= 0 && margin_y >= 0)) return false;
    const Image image = image_of(pixels, width, height, orientation);
    const View view = view_of(image, corners_of(corners), {output_width, output_height},
                              {margin_x, margin_y});
    cv::Mat target(output_height, output_width, CV_8UC3, output);
    view.picture.copyTo(target);
    return true;
  } catch (...) {
    return false;
  }
}

copencv_status copencv_board_refine(const uint8_t *pixels, int32_t width, int32_t height,
                                    int32_t orientation, copencv_quadrilateral *corners,
                                    double hole_x, double hole_y, double hole_radius,
                                    copencv_ellipse *hole, double *support, double *darkness,
                                    char *error, size_t error_capacity) {
  return guarded(error, error_capacity, [&] {
    const Image image = image_of(pixels, width, height, orientation);
    const Corners start = corners_of(*corners);
    *support = *darkness = 0;
    // First roughly, then at the picture's own size.
    const Corners rough = likeliest(image, start, {hole_x, hole_y}, hole_radius);
    const std::vector<cv::Point2f> outline(rough.begin(), rough.end());
    const int sharp = int(std::clamp(std::sqrt(cv::contourArea(outline) / kLength), 48.0, 288.0));
    const auto [fine, fine_support] = at_edges(image, rough, sharp);
    if (!are_sound(fine)) return COPENCV_OK;
    *support = fine_support;
    for (int k = 0; k < 4; ++k) {
      corners->points[2 * k] = fine[k].x;
      corners->points[2 * k + 1] = fine[k].y;
    }
    const cv::Matx33d to_board = homography(fine, kPlaces), to_image = homography(kPlaces, fine);
    // The hole was given in the widths of the board as it was at the start.
    const cv::Point2d center =
        mapped(to_board, mapped(homography(kPlaces, start), {hole_x, hole_y}));
    const View view = view_about(image, fine, std::clamp(sharp, 96, 288), 0.05, 0);
    std::vector<cv::Point2d> rim = rim_at(view, center, hole_radius);
    if (rim.empty()) {
      for (int k = 0; k < 48; ++k)
        rim.push_back(center + hole_radius * cv::Point2d(std::cos(2 * CV_PI * k / 48),
                                                         std::sin(2 * CV_PI * k / 48)));
    }
    const cv::Point2d sum = std::accumulate(rim.begin(), rim.end(), cv::Point2d());
    *darkness = dark_share(view, sum / double(rim.size()), hole_radius);
    std::vector<cv::Point2f> seen;
    for (const cv::Point2d &point : rim) seen.push_back(cv::Point2f(mapped(to_image, point)));
    *hole = ellipse_of(seen);
    return COPENCV_OK;
  });
}
