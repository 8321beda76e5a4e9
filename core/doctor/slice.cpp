#include "core/doctor/slice.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/mistakes/compute.hpp"

namespace lesson {
namespace {

Matrix columns(const Matrix& rows, Index heads, const Range& taken, const Range& of_head) {
  const Index width = rows.cols() / heads;
  Matrix made(rows.rows(), taken.count * of_head.count);
  for (Index h = 0; h < taken.count; ++h) {
    made.middleCols(h * of_head.count, of_head.count) =
        rows.middleCols((taken.first + h) * width + of_head.first, of_head.count);
  }
  return made;
}

Setup part_of(const Setup& all, const Slice& slice) {
  Setup part = all;
  const Index group = all.heads / all.kv_heads, width = all.q.cols() / all.heads;
  const Range kv{slice.heads.first / group, std::max<Index>(1, slice.heads.count / group)};
  const Range full{0, width};
  part.q = columns(all.q, all.heads, slice.heads, full).middleRows(slice.queries.first, slice.queries.count);
  part.k = columns(all.k, all.kv_heads, kv, full).middleRows(slice.keys.first, slice.keys.count);
  part.v = columns(all.v, all.kv_heads, kv, slice.values).middleRows(slice.keys.first, slice.keys.count);
  part.heads = slice.heads.count;
  part.kv_heads = kv.count;
  part.query_offset += slice.queries.first;
  part.key_offset += slice.keys.first;
  if (all.blocked.size() > 0) {
    part.blocked = all.blocked.block(slice.queries.first, slice.keys.first, slice.queries.count, slice.keys.count);
  }
  if (all.padding.size() > 0) part.padding = all.padding.middleCols(slice.keys.first, slice.keys.count);
  return part;
}

Observed part_of(const Observed& all, const Setup& setup, const Slice& slice) {
  Observed part;
  part.tolerance = all.tolerance;
  const auto cut = [&slice](const std::vector<Matrix>& tables) {
    std::vector<Matrix> made;
    for (Index h = 0; h < slice.heads.count && !tables.empty(); ++h) {
      made.push_back(tables[static_cast<std::size_t>(slice.heads.first + h)].block(
          slice.queries.first, slice.keys.first, slice.queries.count, slice.keys.count));
    }
    return made;
  };
  part.scores = cut(all.scores);
  part.weights = cut(all.weights);
  if (all.output) {
    part.output = columns(*all.output, setup.heads, slice.heads, slice.values)
                      .middleRows(slice.queries.first, slice.queries.count);
  }
  return part;
}

bool near(double a, double b, double tolerance) {
  if (a == b || (std::isnan(a) && std::isnan(b))) return true;
  return std::abs(a - b) <= tolerance * std::max({1.0, std::abs(a), std::abs(b)}) && std::isfinite(a - b);
}

bool near(const Matrix& a, const Matrix& b, double tolerance) {
  if (a.rows() != b.rows() || a.cols() != b.cols()) return false;
  for (Index at = 0; at < a.size(); ++at) {
    if (!near(a.data()[at], b.data()[at], tolerance)) return false;
  }
  return true;
}

// Whether a recipe gives what was seen.
bool gives(const Case& one, const Recipe& recipe) {
  const auto made = compute_batch(one.batch, recipe);
  if (!made.ok()) return false;
  for (std::size_t b = 0; b < made->size(); ++b) {
    const Observed& seen = one.observed[b];
    const LayerTrace& trace = (*made)[b];
    for (std::size_t h = 0; h < trace.heads.size(); ++h) {
      const AttentionTrace& head = trace.heads[h].attention;
      if (!seen.scores.empty() && !near(head.scaled, seen.scores[h], one.tolerance) &&
          !near(head.masked, seen.scores[h], one.tolerance)) {
        return false;
      }
      if (!seen.weights.empty() && !near(head.weights, seen.weights[h], one.tolerance)) return false;
    }
    if (seen.output && !near(trace.output, *seen.output, one.tolerance)) return false;
  }
  return true;
}

// Halves a range as long as `shows` holds for one of its halves, and then takes off single ends.
template <typename Shows>
void shrink(Range& range, Index step, const Shows& shows) {
  for (Index count = range.count / 2 / step * step; count >= step;) {
    const Range before = range;
    bool found = false;
    for (Index first = before.first; !found && first + count <= before.first + before.count; first += count) {
      range = {first, count};
      found = shows();
    }
    if (!found) range = before;
    count = found ? count / 2 / step * step : 0;
  }
  while (range.count > step) {
    const Range before = range;
    range = {before.first, before.count - step};
    if (shows()) continue;
    range = {before.first + step, before.count - step};
    if (shows()) continue;
    range = before;
    return;
  }
}

}  // namespace

Slice whole(const Case& all) {
  const Setup& setup = all.batch.front();
  return {{0, static_cast<Index>(all.batch.size())},
          {0, setup.heads},
          {0, setup.q.rows()},
          {0, setup.k.rows()},
          {0, setup.v.cols() / setup.kv_heads}};
}

Case part_of(const Case& all, const Slice& slice) {
  Case part = all;
  part.batch.clear();
  part.observed.clear();
  for (Index b = slice.batch.first; b < slice.batch.first + slice.batch.count; ++b) {
    const auto at = static_cast<std::size_t>(b);
    part.batch.push_back(part_of(all.batch[at], slice));
    if (!all.observed.empty()) part.observed.push_back(part_of(all.observed[at], all.batch[at], slice));
  }
  return part;
}

Slice smallest(const Case& all, const std::optional<Recipe>& recipe) {
  Slice slice = whole(all);
  if (all.observed.empty()) return slice;
  const auto shows = [&] {
    const Case part = part_of(all, slice);
    return !gives(part, {}) && (!recipe || gives(part, *recipe));
  };
  if (!shows()) return slice;
  const Index group = all.batch.front().heads / all.batch.front().kv_heads;
  shrink(slice.batch, 1, shows);
  shrink(slice.heads, group, shows);
  if (slice.heads.count == group && group > 1) {
    const Range before = slice.heads;
    for (Index h = 0; h < group; ++h) {
      slice.heads = {before.first + h, 1};
      if (shows()) break;
      slice.heads = before;
    }
  }
  shrink(slice.queries, 1, shows);
  shrink(slice.values, 1, shows);
  if (!recipe) return slice;
  // Without the keys that it may read, a query reads nothing: that would show something else.
  const auto reads_nothing = [&] {
    std::vector<std::size_t> rows;
    for (const Setup& setup : part_of(all, slice).batch) rows.push_back(empty_rows(blocked_by(setup)).size());
    return rows;
  };
  const auto before = reads_nothing();
  shrink(slice.keys, 1, [&] { return reads_nothing() == before && shows(); });
  return slice;
}

}  // namespace lesson
