#include "core/doctor/intake.hpp"

#include <algorithm>
#include <cmath>

namespace lesson {
namespace {

constexpr double kVeryLow =
    -1e4;  // added to a score, it leaves no weight: Hugging Face adds -1e4, float16's lowest is -65504

std::vector<Index> shape_of(const Tensor* tensor) { return tensor ? tensor->shape : std::vector<Index>(); }

Shapes shapes_of(const Given& given) {
  return {shape_of(given.q), shape_of(given.k), shape_of(given.v),
          given.weights ? shape_of(given.weights) : shape_of(given.scores), shape_of(given.output)};
}

Element coarsest(const Given& given) {
  Element found = Element::Float64;
  for (const Tensor* one : {given.q, given.k, given.v, given.scores, given.weights, given.output}) {
    if (one && one->element <= Element::BFloat16) found = std::max(found, one->element);
  }
  return found;
}

// A tensor in a layout, as heads of `width` numbers at each position.
class Reader {
 public:
  Reader(const Tensor& tensor, Layout layout, Index heads)
      : tensor_(tensor), layout_(layout), size_(axes_of(tensor.shape, layout)) {
    split_ = size_.heads == 1 ? heads : 1;  // heads that stand side by side in the last axis
    if (size_.heads == 1) size_.width /= heads;
    size_.heads = heads;
  }

  // Positions `rows` of sequence b, heads `heads` of it side by side.
  Matrix read(Index b, const Range& rows, const Range& heads) const {
    Matrix made(rows.count, heads.count * size_.width);
    for (Index i = 0; i < rows.count; ++i) {
      for (Index h = 0; h < heads.count; ++h) {
        const Index from = place(b, rows.first + i, heads.first + h);
        for (Index c = 0; c < size_.width; ++c) made(i, h * size_.width + c) = number_at(tensor_, from + c);
      }
    }
    return made;
  }

 private:
  Index place(Index b, Index i, Index h) const {
    const Index wide = size_.width * split_, inside = split_ > 1 ? h * size_.width : 0, axis = split_ > 1 ? 0 : h,
                heads = split_ > 1 ? 1 : size_.heads;
    switch (layout_) {
      case Layout::SeqDim:
        return i * wide + inside;
      case Layout::BatchSeqDim:
        return (b * size_.seq + i) * wide + inside;
      case Layout::SeqBatchDim:
        return (i * size_.batch + b) * wide + inside;
      case Layout::HeadsSeqDim:
        return (axis * size_.seq + i) * wide;
      case Layout::BatchHeadsSeqDim:
        return ((b * heads + axis) * size_.seq + i) * wide;
      case Layout::BatchSeqHeadsDim:
        return ((b * size_.seq + i) * heads + axis) * wide;
    }
    return 0;
  }

  const Tensor& tensor_;
  Layout layout_;
  Axes size_;
  Index split_ = 1;
};

Error seen_refused(const Tensor& tensor, const std::string& wanted) {
  return {"seen-shape",
          tensor.name + " has shape " + shape_text(tensor.shape) + "; q, k and v ask for " + wanted + ".",
          {tensor.name}};
}

// (B, H, N, M), with batch and heads left out where there is one of them.
Outcome<std::vector<std::vector<Matrix>>> tables(const Tensor& tensor, const Sizes& sizes, const Slice& slice) {
  const std::vector<Index>& shape = tensor.shape;
  const std::vector<Index> wanted = {sizes.batch, sizes.heads, sizes.queries, sizes.keys};
  double numbers = 1;  // no product of sizes overflows it
  for (const Index size : wanted) numbers *= static_cast<double>(size);
  if (static_cast<double>(size_of(tensor)) != numbers || shape.size() < 2 || shape[shape.size() - 1] != sizes.keys ||
      shape[shape.size() - 2] != sizes.queries) {
    return seen_refused(tensor, shape_text(wanted));
  }
  std::vector<std::vector<Matrix>> made;
  for (Index b = 0; b < slice.batch.count; ++b) {
    made.emplace_back();
    for (Index h = 0; h < slice.heads.count; ++h) {
      const Index head = (slice.batch.first + b) * sizes.heads + slice.heads.first + h;
      Matrix table(slice.queries.count, sizes.keys);
      for (Index i = 0; i < table.rows(); ++i) {
        const Index from = (head * sizes.queries + slice.queries.first + i) * sizes.keys;
        for (Index j = 0; j < sizes.keys; ++j) table(i, j) = number_at(tensor, from + j);
      }
      made.back().push_back(std::move(table));
    }
  }
  return made;
}

// In the layout of the queries, or with the heads merged: (B, N, H V), or (N, H V) of one sequence.
Outcome<std::vector<Matrix>> outputs(const Tensor& tensor, Layout layout, const Sizes& sizes, const Slice& slice) {
  for (const Layout as : {layout, Layout::BatchSeqDim, Layout::SeqDim}) {
    if (tensor.shape.size() != rank_of(as)) continue;
    const Axes size = axes_of(tensor.shape, as);
    if (size.batch != sizes.batch || size.seq != sizes.queries) continue;
    if (size.heads * size.width != sizes.heads * sizes.value_width || (size.heads != 1 && size.heads != sizes.heads))
      continue;
    std::vector<Matrix> made;
    const Reader reader(tensor, as, sizes.heads);
    for (Index b = 0; b < slice.batch.count; ++b) {
      made.push_back(reader.read(slice.batch.first + b, slice.queries, slice.heads));
    }
    return made;
  }
  return seen_refused(tensor,
                      shape_text(std::vector<Index>{sizes.batch, sizes.queries, sizes.heads * sizes.value_width}) +
                          " numbers in the layout of q");
}

struct Masks {
  std::vector<Flags> blocked;  // for each sequence (N, M), or 0 x 0
  std::vector<Flags> padding;  // for each sequence (1, M), or 0 x 0
  std::optional<MaskMeaning> meaning;
  bool sure = true;
};

// Which cells of a mask block, before anyone knows what they belong to.
Outcome<std::vector<std::uint8_t>> blocking(const Tensor& mask, std::optional<MaskMeaning> meaning) {
  std::vector<std::uint8_t> flags;
  for (Index at = 0; at < size_of(mask); ++at) {
    const double number = number_at(mask, at);
    if (std::isnan(number)) {
      return Error{
          "mask-numbers", mask.name + " holds NaN: a mask has yes and no, or numbers that are added.", {mask.name}};
    }
    if (meaning) {
      flags.push_back((number != 0) == (*meaning == MaskMeaning::MayNotRead));
    } else if (number == 0 || number <= kVeryLow) {
      flags.push_back(number != 0);
    } else {
      return Error{
          "mask-bias",
          mask.name + " holds " + std::to_string(number) +
              ", which is neither 0 nor below -10000: it changes scores and does not only block them, as ALiBi "
              "does. Nothing here computes that.",
          {mask.name}};
    }
  }
  return flags;
}

bool yes_or_no(const Tensor& mask) {
  bool any = false;
  for (Index at = 0; at < size_of(mask); ++at) {
    const double number = number_at(mask, at);
    if (number != 0 && number != 1) return false;
    any = any || number == 1;
  }
  // All zeros of a float mask are added and block nothing.
  return any || mask.element >= Element::Int64;
}

// A position that may not read itself is rare, so the diagonal (to the last key) tells what a 1 means.
void guess_meaning(const Tensor& mask, Index queries, Index keys, Masks& masks) {
  masks.meaning = MaskMeaning::MayRead;
  masks.sure = false;
  if (mask.shape.size() < 2 || mask.shape[mask.shape.size() - 2] != queries || queries > keys) return;
  Index ones = 0, cells = 0;
  for (Index table = 0; table < size_of(mask) / (queries * keys); ++table) {
    for (Index i = 0; i < queries; ++i, ++cells) {
      ones += number_at(mask, (table * queries + i) * keys + i + keys - queries) != 0 ? 1 : 0;
    }
  }
  if (ones == 0) masks.meaning = MaskMeaning::MayNotRead;
  masks.sure = cells > 0 && (ones == 0 || ones == cells);
}

Outcome<Masks> masks_of(const Tensor& mask, const Meant& meant, const Sizes& sizes, const Slice& slice) {
  const Index batch = sizes.batch, heads = sizes.heads, queries = sizes.queries, keys = sizes.keys;
  const auto parts = static_cast<std::size_t>(slice.batch.count);
  Masks masks{std::vector<Flags>(parts), std::vector<Flags>(parts), {}, true};
  const std::vector<Index>& shape = mask.shape;
  const std::size_t rank = shape.size();
  const auto refused = [&] {
    return Error{"mask-shape",
                 mask.name + " has shape " + shape_text(shape) + "; it may be (" + std::to_string(queries) + ", " +
                     std::to_string(keys) + ") for queries and keys, or (" + std::to_string(keys) +
                     ",) for keys, with heads and batch in front or 1 in place of them.",
                 {mask.name}};
  };
  if (rank < 1 || rank > 4 || shape[rank - 1] != keys || size_of(mask) == 0) return refused();
  // (B, H, N, M) with 1 for what is not there. (B, M) is padding where it is not (N, M).
  Index b = 1, h = 1, n = 1;
  if (rank == 2 && shape[0] == queries) {
    n = queries;
  } else if (rank == 2) {
    b = shape[0];
  } else if (rank == 3) {
    (shape[0] == batch || heads == 1 ? b : h) = shape[0];
    n = shape[1];
  } else if (rank == 4) {
    b = shape[0];
    h = shape[1];
    n = shape[2];
  }
  const bool fit = (b == 1 || b == batch) && (h == 1 || h == heads) && (n == 1 || n == queries);
  if (!fit) return refused();
  if (yes_or_no(mask)) {
    guess_meaning(mask, queries, keys, masks);
    if (meant.mask) {
      masks.meaning = meant.mask;
      masks.sure = true;
    }
  }
  const auto flags = blocking(mask, masks.meaning);
  if (!flags) return flags.error();
  const auto flag = [&](Index at_b, Index at_h, Index at_n, Index at_m) {
    return (*flags)[static_cast<std::size_t>(((at_b * h + at_h) * n + at_n) * keys + at_m)];
  };
  const Range rows = n == 1 ? Range{0, 1} : slice.queries;
  for (std::size_t at = 0; at < parts; ++at) {
    const Index from = b == 1 ? 0 : slice.batch.first + static_cast<Index>(at);
    Flags table(rows.count, keys);
    for (Index i = 0; i < rows.count; ++i) {
      for (Index j = 0; j < keys; ++j) {
        table(i, j) = flag(from, 0, rows.first + i, j);
        for (Index other = 1; other < h; ++other) {
          if (flag(from, other, rows.first + i, j) == table(i, j)) continue;
          return Error{"mask-per-head",
                       mask.name + " blocks other keys in head " + std::to_string(other) +
                           " than in head 0: the heads here share one mask. Show one head alone.",
                       {mask.name, rows.first + i, j}};
        }
      }
    }
    // Of one query (N = 1) it is a mask of that query where it has an axis for queries.
    const bool of_keys = n == 1 && (queries != 1 || rank == 1);
    (of_keys ? masks.padding : masks.blocked)[at] = std::move(table);
  }
  return masks;
}

// The first position of each sequence.
Outcome<std::vector<Index>> first_positions(const Tensor& positions, Index batch, Index queries) {
  const std::vector<Index>& shape = positions.shape;
  const bool one = size_of(positions) == queries, each = size_of(positions) == batch * queries;
  if (shape.empty() || shape.back() != queries || queries == 0 || (!one && !each)) {
    return Error{"positions-shape",
                 positions.name + " has shape " + shape_text(shape) + "; it needs one position for each of " +
                     std::to_string(queries) + " queries, of each sequence or of all.",
                 {positions.name}};
  }
  std::vector<Index> first;
  for (Index b = 0; b < batch; ++b) {
    const Index from = one ? 0 : b * queries;
    const double start = number_at(positions, from);
    for (Index i = 0; i < queries; ++i) {
      const double at = number_at(positions, from + i);
      if (at == start + static_cast<double>(i) && at >= 0 && at < 0x1p30 && at == std::trunc(at)) continue;
      return Error{"positions-steps",
                   positions.name + " does not count up by one from a whole number: place " + std::to_string(i) +
                       " holds " + std::to_string(at) + ". Only such positions are computed here.",
                   {positions.name, b, i}};
    }
    first.push_back(static_cast<Index>(start));
  }
  return first;
}

Outcome<Layout> layout_for(const Given& given, const Meant& meant, Case& made) {
  const auto guess = guess_layout(shapes_of(given));
  if (!meant.layout) {
    if (!guess) return guess.error();
    made.layout_sure = guess->sure;
    return guess->layout;
  }
  const auto possible = possible_layouts(shapes_of(given));
  if (!possible) return possible.error();
  if (std::find(possible->begin(), possible->end(), *meant.layout) != possible->end()) return *meant.layout;
  return Error{"layout-not-possible",
               "q " + shape_text(given.q->shape) + ", k " + shape_text(given.k->shape) + " and v " +
                   shape_text(given.v->shape) + ", with what was seen, are not (" + name_of(*meant.layout) + ").",
               {"layout"}};
}

}  // namespace

Slice searchable(const Sizes& sizes, Causal causal) {
  // A quarter of what diagnose() takes in cells, half in work: it computes some forty times.
  constexpr double kMostCells = 65536, kMostWork = 0x1p24;
  Slice slice = {{0, sizes.batch}, {0, sizes.heads}, {0, sizes.queries}, {0, sizes.keys}, {0, sizes.value_width}};
  const auto number = [](Index count) { return static_cast<double>(count); };
  const double of_query = number(sizes.keys) * number(sizes.width + sizes.value_width),
               cells = (sizes.has_scores ? number(sizes.keys) : 0) + (sizes.has_weights ? number(sizes.keys) : 0) +
                       (sizes.has_output ? number(sizes.value_width) : 0);
  const auto small = [&] {
    const double queries = number(slice.batch.count) * number(slice.heads.count) * number(slice.queries.count);
    return queries * of_query <= kMostWork && queries * cells <= kMostCells;
  };
  while (!small() && slice.batch.count > 1) slice.batch.count = (slice.batch.count + 1) / 2;
  const Index group = sizes.heads / sizes.kv_heads;
  if (!small() && slice.heads.count > group) slice.heads.count = group;
  while (!small() && slice.queries.count > 1) slice.queries.count = (slice.queries.count + 1) / 2;
  if (causal == Causal::BottomRight) slice.queries.first = sizes.queries - slice.queries.count;
  return slice;
}

double tolerance_of(Element element) {
  switch (element) {
    case Element::Float32:
      return 1e-4;
    case Element::Float16:
      return 4e-3;
    case Element::BFloat16:
      return 3e-2;
    default:
      return 1e-9;
  }
}

Outcome<Case> take_in(const Given& given, const Meant& meant) {
  for (const auto& [name, tensor] : {std::pair("q", given.q), std::pair("k", given.k), std::pair("v", given.v)}) {
    if (tensor) continue;
    return Error{"role-missing", std::string("No tensor stands for ") + name + ": q, k and v are needed.", {name}};
  }
  Case made;
  const auto layout = layout_for(given, meant, made);
  if (!layout) return layout.error();
  made.layout = *layout;
  const Axes q = axes_of(given.q->shape, *layout), k = axes_of(given.k->shape, *layout),
             v = axes_of(given.v->shape, *layout);
  for (const auto& [name, size] : {std::pair("q", q), std::pair("k", k), std::pair("v", v)}) {
    if (size.batch > 0 && size.heads > 0 && size.seq > 0) continue;
    return Error{"case-empty", std::string("There is no number in ") + name + ": one of its axes is 0.", {name}};
  }
  const bool has_heads = *layout != Layout::SeqDim && *layout != Layout::BatchSeqDim && *layout != Layout::SeqBatchDim;
  Index heads = q.heads, kv_heads = k.heads;
  if (!has_heads) {
    const Tensor* const table = given.weights ? given.weights : given.scores;
    const std::size_t rank = table ? table->shape.size() : 0;
    const Index seen = rank == 4 ? table->shape[1] : rank == 3 && q.batch == 1 ? table->shape[0] : 1;
    heads = meant.heads.value_or(seen);
    // q is (N, H K), k is (M, G K): the widths tell G once H is known.
    if (heads < 1 || heads > q.width || q.width % heads != 0 || (k.width * heads) % q.width != 0) {
      return Error{"heads-unknown",
                   std::to_string(heads) + " heads do not divide a width of " + std::to_string(q.width) +
                       " for q and " + std::to_string(k.width) + " for k.",
                   {"heads"}};
    }
    kv_heads = meant.kv_heads.value_or(k.width * heads / q.width);
  }

  const Index width = has_heads ? q.width : q.width / heads;
  const bool shared = kv_heads >= 1 && kv_heads <= heads && heads % kv_heads == 0 &&
                      (has_heads || (k.width == kv_heads * width && v.width % kv_heads == 0));
  if (!shared) {
    return Error{"heads-unknown",
                 std::to_string(kv_heads) + " key-value heads do not divide a width of " + std::to_string(k.width) +
                     " for k and " + std::to_string(v.width) + " for v, or " + std::to_string(heads) + " heads.",
                 {"kvHeads"}};
  }
  Sizes& sizes = made.sizes;
  sizes = {q.batch,
           heads,
           kv_heads,
           q.seq,
           k.seq,
           width,
           has_heads ? v.width : v.width / kv_heads,
           given.scores != nullptr,
           given.weights != nullptr,
           given.output != nullptr};
  made.slice = searchable(sizes, meant.causal);
  const Slice& slice = made.slice;

  Masks masks;
  if (given.mask) {
    auto found = masks_of(*given.mask, meant, sizes, slice);
    if (!found) return found.error();
    masks = std::move(found.value());
    made.mask = masks.meaning;
    made.mask_sure = masks.sure;
  }
  std::vector<Index> first(static_cast<std::size_t>(q.batch), k.seq > q.seq ? k.seq - q.seq : 0);
  if (given.positions) {
    auto found = first_positions(*given.positions, q.batch, q.seq);
    if (!found) return found.error();
    first = std::move(found.value());
  }
  const Index group = heads / kv_heads;
  const Range kv{slice.heads.first / group, std::max<Index>(1, slice.heads.count / group)};
  const Reader queries(*given.q, *layout, heads), keys(*given.k, *layout, kv_heads),
      values(*given.v, *layout, kv_heads);
  for (Index at = 0; at < slice.batch.count; ++at) {
    const Index b = slice.batch.first + at;
    const auto place = static_cast<std::size_t>(at);
    Setup setup;
    setup.q = queries.read(b, slice.queries, slice.heads);
    setup.k = keys.read(b, slice.keys, kv);
    setup.v = values.read(b, slice.keys, kv);
    setup.heads = slice.heads.count;
    setup.kv_heads = kv.count;
    setup.scale = meant.scale;
    setup.causal = meant.causal;
    setup.empty_row = meant.empty_row;
    setup.positions = meant.positions;
    setup.pairing = meant.pairing;
    setup.base = meant.base;
    setup.query_offset = first[static_cast<std::size_t>(b)] + slice.queries.first;
    setup.key_offset = q.seq == k.seq ? first[static_cast<std::size_t>(b)] : 0;
    if (given.mask) {
      setup.blocked = masks.blocked[place];
      setup.padding = masks.padding[place];
    }
    if (auto refused = check_setup(setup)) return *refused;
    made.batch.push_back(std::move(setup));
  }

  made.tolerance = tolerance_of(coarsest(given));
  for (const Tensor* one : {given.q, given.k, given.v, given.scores, given.weights, given.output}) {
    // A printed number is off by half a unit; sums of such numbers, by some of them.
    if (one) made.tolerance = std::max(made.tolerance, 8 * one->printed_step);
  }
  made.tolerance = meant.tolerance.value_or(made.tolerance);
  made.observed.resize(made.batch.size());
  for (Observed& one : made.observed) one.tolerance = made.tolerance;
  for (const bool weights : {false, true}) {
    const Tensor* const table = weights ? given.weights : given.scores;
    if (!table) continue;
    auto read = tables(*table, sizes, slice);
    if (!read) return read.error();
    for (std::size_t b = 0; b < made.batch.size(); ++b) {
      (weights ? made.observed[b].weights : made.observed[b].scores) = std::move(read.value()[b]);
    }
  }
  if (given.output) {
    auto read = outputs(*given.output, *layout, sizes, slice);
    if (!read) return read.error();
    for (std::size_t b = 0; b < made.batch.size(); ++b) made.observed[b].output = std::move(read.value()[b]);
  }
  if (!given.scores && !given.weights && !given.output) made.observed.clear();
  return made;
}

}  // namespace lesson
