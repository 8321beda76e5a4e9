#include "core/kept.hpp"

#include "core/stack.hpp"
#include "tests/core/layers.hpp"

namespace lesson::test {
namespace {

double size(const Matrix& m) { return static_cast<double>(m.size()); }

double size(const AttentionTrace& t) {
  return static_cast<double>(t.blocked.size() + t.strongest.size()) + size(t.raw) + size(t.scaled) + size(t.masked) +
         size(t.weights) + size(t.output);
}

double size(const MultiheadTrace& t) {
  double sum = size(t.q) + size(t.k) + size(t.v) + size(t.concatenated) + size(t.output) + size(t.lossy_mean_weights);
  for (const HeadTrace& head : t.heads) sum += size(head.q) + size(head.k) + size(head.v) + size(head.attention);
  return sum;
}

double size(const NormTrace& t) { return size(t.normalised) + size(t.output); }

double size(const FeedForwardTrace& t) { return size(t.pre_activation) + size(t.activation) + size(t.output); }

double size(const std::vector<BlockStage>& stages) {
  double sum = 0;
  for (const BlockStage& stage : stages) sum += size(stage.rows);
  return sum;
}

}  // namespace

TEST_CASE("kept: no trace has more matrix entries than were counted, and those with one key-value head each as many") {
  Random random(91);
  for (int run = 0; run < 200; ++run) {
    const RandomShape shape = random_shape(random);
    const Matrix x = random.matrix(random.integer(1, 6), shape.width);
    const Matrix memory = random.matrix(random.integer(1, 6), shape.width);

    const BlockWeights weights = random_block(random, shape, run % 2 == 0 ? Order::Pre : Order::Post);
    const BlockTrace b = *block(x, weights);
    const double heads = kept_by_multihead(shape.heads, x.rows(), x.rows(), shape.width);
    REQUIRE(size(b.attention) <= heads);
    if (shape.kv_heads == shape.heads) REQUIRE(size(b.attention) == heads);
    const double counted = kept_by_block(weights, x.rows(), shape.width);
    const double kept =
        size(b.norm1) + size(b.attention) + size(b.norm2) + size(b.feed_forward) + size(b.stages) + size(b.output);
    REQUIRE(kept <= counted);
    if (shape.kv_heads == shape.heads) REQUIRE(kept == counted);

    const DecoderWeights decoder = random_decoder(random, shape, Order::Post);
    const DecoderTrace d = *decoder_block(x, memory, decoder);
    REQUIRE(size(d.norm1) + size(d.self) + size(d.norm2) + size(d.cross) + size(d.norm3) + size(d.feed_forward) +
                size(d.stages) + size(d.output) <=
            kept_by_decoder_block(decoder, x.rows(), memory.rows(), shape.width));
  }
}

TEST_CASE("kept: what there is no room for is refused before it is made") {
  REQUIRE(!check_kept("x", kMostKept));
  require_refused(check_kept("x", kMostKept + 1), "too-large", {"x"}, {"33554433", "33554432"});
  require_refused(check_kept("x", kNaN), "too-large", {"x"}, {"NaN"});
  require_refused(check_kept("x", 1e300), "too-large", {"x"}, {"1e300"});

  // 2048 rows of width 2048: every matrix is as large as it may be.
  const Index most = 2048;
  const Matrix square = Matrix::Zero(most, most);
  const MultiheadWeights wide{.heads = 1, .kv_heads = {}, .wq = square, .wk = square, .wv = square, .wo = square};
  require_refused(multihead(square, wide), "too-large", {"x"}, {"33554432"});

  // 64 narrow layers with a wide middle: their scores are few.
  const Matrix one = Matrix::Ones(1, 1);
  BlockWeights layer;
  layer.attention = {.heads = 1, .kv_heads = {}, .wq = one, .wk = one, .wv = one, .wo = one};
  layer.feed_forward.w1 = Matrix::Ones(1, 1 << 16);
  layer.feed_forward.w2 = Matrix::Ones(1 << 16, 1);
  const Matrix x = Matrix::Ones(64, 1);
  require_refused(encoder_only(x, {.layers = std::vector<BlockWeights>(64, layer)}), "too-large", {"layers"},
                  {"33554432"});
  require_refused(block(Matrix::Ones(1 << 11, 1), layer), "too-large", {"x"}, {"33554432"});
}

}  // namespace lesson::test
