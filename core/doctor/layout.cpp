#include "core/doctor/layout.hpp"

#include <array>

namespace lesson {
namespace {

// Where batch, heads, positions and width stand; -1: there is no such axis.
struct Places {
  const char* name;
  int batch, heads, seq, width;
};
constexpr std::array<Places, kLayouts> kPlaces = {{{"seq, dim", -1, -1, 0, 1},
                                                   {"batch, seq, dim", 0, -1, 1, 2},
                                                   {"seq, batch, dim", 1, -1, 0, 2},
                                                   {"heads, seq, dim", -1, 0, 1, 2},
                                                   {"batch, heads, seq, dim", 0, 1, 2, 3},
                                                   {"batch, seq, heads, dim", 0, 2, 1, 3}}};

const Places& places(Layout layout) { return kPlaces[static_cast<std::size_t>(layout)]; }

// Weights are (H, N, M) or (N, M) with a batch in front or without; those of a rank that says no more fit anything.
bool weights_fit(const std::vector<Index>& weights, const Axes& q, const Axes& k, Layout layout) {
  const std::size_t rank = weights.size();
  if (rank < 2) return rank == 0;
  if (weights[rank - 2] != q.seq || weights[rank - 1] != k.seq) return false;
  if (rank == 2) return q.batch == 1;
  const bool has_heads = places(layout).heads >= 0;
  if (rank == 4) {
    const bool heads = has_heads ? weights[1] == q.heads : weights[1] > 0 && q.width % weights[1] == 0;
    return weights[0] == q.batch && heads;
  }
  if (rank != 3) return false;
  // (B, N, M) of heads averaged or single, or (H, N, M) of one sequence.
  return (weights[0] == q.batch && (!has_heads || q.heads == 1)) ||
         (q.batch == 1 && (has_heads ? weights[0] == q.heads : weights[0] > 0 && q.width % weights[0] == 0));
}

bool output_fits(const std::vector<Index>& output, const Axes& q, const Axes& v, Layout layout) {
  if (output.empty()) return true;
  if (output.size() == rank_of(layout)) {
    const Axes o = axes_of(output, layout);
    if (o.batch == q.batch && o.seq == q.seq && o.heads == q.heads && o.width == v.width) return true;
    // Grouped keys and values without an axis of heads: the output is as wide as the queries' heads make it.
    if (places(layout).heads < 0 && o.batch == q.batch && o.seq == q.seq) return o.width % v.width == 0;
  }
  // Heads merged: (B, N, H V), or (N, H V) of one sequence.
  const Index merged = q.heads * v.width;
  if (output.size() == 3) return output[0] == q.batch && output[1] == q.seq && output[2] == merged;
  return output.size() == 2 && q.batch == 1 && output[0] == q.seq && output[1] == merged;
}

bool fits(const Shapes& shapes, Layout layout) {
  const Axes q = axes_of(shapes.q, layout), k = axes_of(shapes.k, layout), v = axes_of(shapes.v, layout);
  if (q.batch != k.batch || k.batch != v.batch || k.seq != v.seq || k.heads != v.heads) return false;
  if (q.width == 0 || k.width == 0 || v.width == 0 || k.heads == 0 || q.heads % k.heads != 0) return false;
  // Without an axis of heads, grouped keys are narrower than queries by a whole number.
  const bool widths = places(layout).heads >= 0 ? q.width == k.width : q.width % k.width == 0;
  return widths && weights_fit(shapes.weights, q, k, layout) && output_fits(shapes.output, q, v, layout);
}

}  // namespace

const char* name_of(Layout layout) { return places(layout).name; }

std::size_t rank_of(Layout layout) { return static_cast<std::size_t>(places(layout).width) + 1; }

Axes axes_of(const std::vector<Index>& shape, Layout layout) {
  const Places& at = places(layout);
  const auto size = [&shape](int axis) { return axis < 0 ? Index{1} : shape[static_cast<std::size_t>(axis)]; };
  return {size(at.batch), size(at.heads), size(at.seq), size(at.width)};
}

Outcome<std::vector<Layout>> possible_layouts(const Shapes& shapes) {
  const std::size_t rank = shapes.q.size();
  const std::string given = "q " + shape_text(shapes.q) + ", k " + shape_text(shapes.k) + ", v " + shape_text(shapes.v);
  if (rank < 2 || rank > 4 || shapes.k.size() != rank || shapes.v.size() != rank) {
    return Error{"layout-rank",
                 "The shapes are " + given + ": all three must have the same number of axes, from 2 to 4.",
                 {"q"}};
  }
  std::vector<Layout> found;
  for (std::size_t i = 0; i < kLayouts; ++i) {
    const auto layout = static_cast<Layout>(i);
    if (rank_of(layout) == rank && fits(shapes, layout)) found.push_back(layout);
  }
  if (found.empty()) {
    return Error{"layout-none",
                 "The shapes are " + given +
                     (shapes.weights.empty() ? "" : ", scores or weights " + shape_text(shapes.weights)) +
                     (shapes.output.empty() ? "" : ", output " + shape_text(shapes.output)) +
                     ": under no layout do they fit together.",
                 {"q"}};
  }
  return found;
}

Outcome<LayoutGuess> guess_layout(const Shapes& shapes) {
  const auto possible = possible_layouts(shapes);
  if (!possible) return possible.error();
  LayoutGuess guess{possible->front(), possible->size() == 1};
  if (guess.layout == Layout::BatchHeadsSeqDim && !guess.sure && shapes.q[2] < shapes.q[1]) {
    guess.layout = Layout::BatchSeqHeadsDim;
  }
  return guess;
}

}  // namespace lesson
