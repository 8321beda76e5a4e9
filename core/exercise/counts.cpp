#include "core/exercise/counts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/cost.hpp"
#include "core/softmax.hpp"

namespace lesson::exercises {
namespace {

Ask whole(const char* id, Index cols = 1) { return {.id = id, .kind = AskKind::Whole, .cols = cols}; }
Ask number(const char* id, const char* unit, int decimals) {
  return {.id = id, .kind = AskKind::Number, .unit = unit, .decimals = decimals};
}

void give(AnswerKey& key, const char* name, double value) { key.task.sizes.push_back({name, value}); }

AnswerKey key_of(std::vector<Ask> asks, Cells right) {
  AnswerKey key;
  key.shown.resize(asks.size());
  key.task.asks = std::move(asks);
  key.right = std::move(right);
  return key;
}

void slip(AnswerKey& key, const char* id, Cells cells) {
  if (cells != key.right) key.slipped.push_back({id, std::move(cells)});
}

}  // namespace

AnswerKey layer_shapes(Draw& draw) {
  constexpr std::array<double, 4> kBatches = {2, 3, 5, 6};
  constexpr std::array<double, 4> kHeads = {2, 4, 8, 12};
  constexpr std::array<double, 3> kWidths = {16, 32, 64};
  const double batch = draw.pick(kBatches), heads = draw.pick(kHeads), width = draw.pick(kWidths);
  const double n = static_cast<double>(draw.integer(7, 24)), m = static_cast<double>(draw.integer(7, 24));
  const double model = heads * width;
  const auto cells = [](Cells queries, const Cells& scores, const Cells& output) {
    queries.insert(queries.end(), scores.begin(), scores.end());
    queries.insert(queries.end(), output.begin(), output.end());
    return queries;
  };
  const Cells queries = {batch, heads, n, width}, scores = {batch, heads, n, m}, output = {batch, n, model};
  AnswerKey key = key_of({whole("queries", 4), whole("scores", 4), whole("output", 3)}, cells(queries, scores, output));
  give(key, "batch", batch);
  give(key, "n", n);
  give(key, "m", m);
  give(key, "dModel", model);
  give(key, "heads", heads);
  slip(key, "head-width-undivided", cells({batch, heads, n, model}, scores, output));
  slip(key, "axes-not-exchanged", cells({batch, n, heads, width}, scores, output));
  slip(key, "rows-and-columns-swapped", cells(queries, {batch, heads, m, n}, output));
  slip(key, "scores-square", cells(queries, {batch, heads, n, n}, output));
  slip(key, "heads-not-joined", cells(queries, scores, {batch, n, width}));
  slip(key, "output-row-for-each-key", cells(queries, scores, {batch, m, model}));
  slip(key, "heads-forgotten", cells({batch, 1, n, model}, {batch, 1, n, m}, output));
  slip(key, "batch-forgotten", cells({1, heads, n, width}, {1, heads, n, m}, {1, n, model}));
  return key;
}

AnswerKey score_memory(Draw& draw) {
  constexpr std::array<double, 5> kBatches = {1, 3, 5, 6, 10};
  constexpr std::array<double, 5> kHeads = {8, 12, 16, 24, 32};
  constexpr std::array<double, 2> kBytes = {2, 4};
  constexpr double kMib = 0x1p20;
  const double batch = draw.pick(kBatches), heads = draw.pick(kHeads), bytes = draw.pick(kBytes);
  const double n = 512 * static_cast<double>(draw.integer(1, 8));
  const auto cost = score_cost({.batch = batch, .heads = heads, .n = n, .m = {}, .element_bytes = bytes});
  const double right = cost->memory.mib;
  AnswerKey key = key_of({number("memory", "MiB", 2)}, {right});
  give(key, "batch", batch);
  give(key, "heads", heads);
  give(key, "n", n);
  give(key, "elementBytes", bytes);
  slip(key, "batch-forgotten", {right / batch});
  slip(key, "heads-forgotten", {right / heads});
  slip(key, "bytes-forgotten", {right / bytes});
  slip(key, "bits-for-bytes", {right * 8});
  slip(key, "thousand-for-1024", {cost->memory.mb});
  slip(key, "length-not-squared", {batch * heads * n * bytes / kMib});
  if (bytes != 2) slip(key, "mask-halves", {right / 2});
  return key;
}

AnswerKey share(Draw& draw) {
  constexpr std::array<double, 6> kWidths = {512, 768, 1024, 1536, 2048, 4096};
  const double model = draw.pick(kWidths), n = 512 * static_cast<double>(draw.integer(1, 32));
  const auto cost = layer_cost({n, model});
  // The part against `rest` widths of the model, where it should be 6.
  const auto against = [n, model](double rest) { return 100 * n / (n + rest * model); };
  AnswerKey key = key_of({number("share", "percent", 1), whole("crossover")}, {100 * cost->share, cost->crossover});
  give(key, "n", n);
  give(key, "dModel", model);
  slip(key, "mix-forgotten", {against(12), 12 * model});
  slip(key, "feed-forward-forgotten", {against(2), 2 * model});
  slip(key, "projections-forgotten", {against(4), 4 * model});
  slip(key, "ratio-for-share", {100 * n / cost->crossover, cost->crossover});
  slip(key, "other-part", {100 - 100 * cost->share, cost->crossover});
  slip(key, "fraction-for-percent", {cost->share, cost->crossover});
  return key;
}

AnswerKey parameters(Draw& draw) {
  constexpr std::array<double, 5> kHeads = {4, 6, 8, 12, 16};
  constexpr std::array<double, 7> kWidths = {16, 32, 48, 64, 80, 96, 128};
  constexpr std::array<double, 4> kShared = {1, 2, 4, 8};
  const double heads = draw.pick(kHeads), model = heads * draw.pick(kWidths);
  double shared = draw.pick(kShared);  // heads for each key-value head
  while (std::fmod(heads, shared) != 0) shared /= 2;
  const double groups = heads / shared, square = model * model;
  const auto cost = parameter_cost({.d_model = model, .heads = heads, .kv_heads = groups});
  const double attention = cost->attention.number, feed_forward = cost->feed_forward.number;
  AnswerKey key = key_of({whole("attention"), whole("feedForward")}, {attention, feed_forward});
  give(key, "dModel", model);
  give(key, "heads", heads);
  give(key, "kvHeads", groups);
  slip(key, "kv-heads-ignored", {4 * square, feed_forward});
  slip(key, "one-matrix-of-four", {square, feed_forward});
  if (shared == 1) {
    slip(key, "three-matrices-of-four", {attention - square, feed_forward});
  } else {
    slip(key, "output-projection-forgotten", {attention - square, feed_forward});
    slip(key, "values-forgotten", {attention - cost->wv.number, feed_forward});
  }
  slip(key, "multiplied-by-heads", {attention * heads, feed_forward});
  slip(key, "feed-forward-once", {attention, feed_forward / 2});
  slip(key, "feed-forward-unwidened", {attention, feed_forward / 4});
  return key;
}

AnswerKey effective_keys(Draw& draw) {
  constexpr std::array<double, 2> kParts = {8, 10};
  const double parts = draw.pick(kParts);
  const Index keys = draw.integer(2, 4);
  // A cut of `parts` equal parts into as many shares as keys; a share may be empty.
  Matrix weights = Matrix::Zero(1, keys);
  for (double left = parts; left > 0; --left) weights(0, draw.integer(0, keys - 1)) += 1;
  weights /= parts;

  double entropy = 0, most = 0, squares = 0, counted = 0;
  for (Index j = 0; j < keys; ++j) {
    const double weight = weights.data()[j];
    if (weight > 0) entropy -= weight * std::log2(weight);
    most = std::max(most, weight);
    squares += weight * weight;
    counted += weight > 0 ? 1 : 0;
  }
  AnswerKey key = key_of({number("entropy", "bits", 2), number("keys", "", 2)}, {entropy, spread(weights)(0)});
  key.task.matrices.push_back({"weights", weights});
  const double natural = entropy * std::log(2), tens = entropy * std::log10(2);
  slip(key, "entropy-for-keys", {entropy, entropy});
  slip(key, "natural-logarithm", {natural, std::exp2(natural)});
  slip(key, "logarithm-base-ten", {tens, std::exp2(tens)});
  slip(key, "powers-of-e", {entropy, std::exp(entropy)});
  slip(key, "keys-counted", {entropy, counted});
  slip(key, "largest-inverted", {entropy, 1 / most});
  slip(key, "squares-inverted", {entropy, 1 / squares});
  slip(key, "entropy-sign", {-entropy, std::exp2(-entropy)});
  return key;
}

}  // namespace lesson::exercises
