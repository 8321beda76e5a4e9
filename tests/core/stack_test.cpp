#include "core/stack.hpp"

#include "tests/core/layers.hpp"

namespace lesson::test {
namespace {

constexpr Family kFamilies[] = {Family::EncoderOnly, Family::DecoderOnly, Family::EncoderDecoder};

struct Model {
  StackWeights blocks;
  DecoderStackWeights decoder;
};

Model random_model(Random& random, const RandomShape& shape, Order order) {
  Model model;
  for (Index l = random.integer(1, 3); l > 0; --l) {
    model.blocks.layers.push_back(random_block(random, shape, order));
    model.decoder.layers.push_back(random_decoder(random, shape, order));
  }
  if (order == Order::Pre) {
    model.blocks.final_norm = random_norm(random, shape.width);
    model.decoder.final_norm = random_norm(random, shape.width);
  }
  return model;
}

// The rows that each family makes of source and target, in the order of may_not_read.
Matrix outputs(Family family, const Model& model, const Matrix& tokens, Index source) {
  if (family != Family::EncoderDecoder) {
    const auto trace =
        family == Family::EncoderOnly ? encoder_only(tokens, model.blocks) : decoder_only(tokens, model.blocks);
    REQUIRE(trace.ok());
    return trace->output;
  }
  const auto trace =
      encoder_decoder(tokens.topRows(source), tokens.bottomRows(tokens.rows() - source), model.blocks, model.decoder);
  REQUIRE(trace.ok());
  Matrix all(tokens.rows(), tokens.cols());
  all << trace->encoder.output, trace->decoder.output;
  return all;
}

}  // namespace

TEST_CASE("stack: who may read whom, two source and two target tokens") {
  REQUIRE(*may_not_read(Family::EncoderOnly, 2, 2) == flags({{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}}));
  REQUIRE(*may_not_read(Family::DecoderOnly, 2, 2) == flags({{0, 1, 1, 1}, {0, 0, 1, 1}, {0, 0, 0, 1}, {0, 0, 0, 0}}));
  REQUIRE(*may_not_read(Family::EncoderDecoder, 2, 2) ==
          flags({{0, 0, 1, 1}, {0, 0, 1, 1}, {0, 0, 0, 1}, {0, 0, 0, 0}}));
  REQUIRE(may_not_read(Family::EncoderDecoder, 0, 0)->size() == 0);
  REQUIRE(*may_not_read(Family::EncoderDecoder, 0, 2) == flags({{0, 1}, {0, 0}}));
}

TEST_CASE("property: a changed token moves the rows that may read it and no other") {
  Random random(110);
  int allowed = 0, moved = 0;
  for (int run = 0; run < kLayerRuns; ++run) {
    INFO("run " << run);
    const Family family = kFamilies[run % 3];
    const RandomShape shape{2, random.integer(1, 2), 2 * random.integer(1, 3)};
    const Model model = random_model(random, shape, run % 2 == 0 ? Order::Pre : Order::Post);
    const Index source = random.integer(1, 3), tokens = source + random.integer(1, 3);
    const Matrix x = random.matrix(tokens, shape.width);
    const Index j = random.integer(0, tokens - 1);
    Matrix changed = x;
    changed(j, 0) += 2;
    const Matrix before = outputs(family, model, x, source), after = outputs(family, model, changed, source);
    const Flags blocked = *may_not_read(family, source, tokens - source);
    for (Index i = 0; i < tokens; ++i) {
      const bool equal = same(Matrix(before.row(i)), Matrix(after.row(i)));
      if (blocked(i, j) != 0) REQUIRE(equal);
      if (blocked(i, j) == 0) ++allowed, moved += !equal;
    }
  }
  // Almost all: a weight may be too small to move the last bit.
  REQUIRE(allowed >= kLayerRuns);
  REQUIRE(moved >= allowed * 98 / 100);
}

TEST_CASE("property: a stack is its blocks one after the other, then the norm") {
  Random random(111);
  for (int run = 0; run < kLayerRuns; ++run) {
    const RandomShape shape = random_shape(random);
    const Model model = random_model(random, shape, run % 2 == 0 ? Order::Pre : Order::Post);
    const Matrix x = random.matrix(random.integer(1, 5), shape.width);
    const auto trace = decoder_only(x, model.blocks);
    REQUIRE(trace.ok());
    Matrix rows = x;
    for (std::size_t l = 0; l < model.blocks.layers.size(); ++l) {
      rows = block(rows, model.blocks.layers[l], {.causal = Causal::TopLeft})->output;
      REQUIRE(same(trace->layers.at(l).output, rows));
    }
    REQUIRE(trace->final_norm.has_value() == model.blocks.final_norm.has_value());
    if (trace->final_norm) rows = layer_norm(rows, *model.blocks.final_norm)->output;
    REQUIRE(same(trace->output, rows));
  }
}

TEST_CASE("stack: 12 source and 3 target tokens give scores (12, 12), (3, 3) and (3, 12)") {
  Random random(112);
  const Model model = random_model(random, {2, 2, 8}, Order::Post);
  const auto trace = encoder_decoder(random.matrix(12, 8), random.matrix(3, 8), model.blocks, model.decoder);
  REQUIRE(trace.ok());
  const auto shaped = [](const MultiheadTrace& heads, Index queries, Index keys) {
    for (const HeadTrace& head : heads.heads) {
      if (head.attention.raw.rows() != queries || head.attention.raw.cols() != keys) return false;
    }
    return heads.heads.size() == 2;
  };
  for (const BlockTrace& layer : trace->encoder.layers) REQUIRE(shaped(layer.attention, 12, 12));
  for (const DecoderTrace& layer : trace->decoder.layers) {
    REQUIRE(shaped(layer.self, 3, 3));
    REQUIRE(shaped(layer.cross, 3, 12));
    // Every decoder layer reads the output of the last encoder layer.
    REQUIRE(layer.cross.k.rows() == 12);
  }
  REQUIRE((trace->decoder.output.rows() == 3 && trace->decoder.output.cols() == 8));
}

TEST_CASE("property: masks of the wrong family are silent") {
  Random random(113);
  for (int run = 0; run < kLayerRuns; ++run) {
    const Model model = random_model(random, {2, 2, 4}, run % 2 == 0 ? Order::Pre : Order::Post);
    const Matrix source = random.matrix(3, 4), target = random.matrix(3, 4);
    const MultiheadOptions open, triangle{.causal = Causal::TopLeft};
    // A triangle on the encoder makes it the decoder-only stack.
    const Matrix restricted = encoder_only(source, model.blocks, triangle)->output;
    REQUIRE(same(restricted, decoder_only(source, model.blocks)->output));
    REQUIRE(!same(restricted, encoder_only(source, model.blocks)->output));
    // No triangle on the decoder: the first target row sees the last.
    EncoderDecoderOptions leaking;
    leaking.decoder = open;
    Matrix changed = target;
    changed(2, 0) += 2;
    const auto first = [&](const Matrix& rows, const EncoderDecoderOptions& options) {
      const auto trace = encoder_decoder(source, rows, model.blocks, model.decoder, options);
      REQUIRE(trace.ok());
      return Matrix(trace->decoder.layers[0].self.output.row(0));
    };
    REQUIRE(same(first(target, {}), first(changed, {})));
    REQUIRE(!same(first(target, leaking), first(changed, leaking)));
  }
}

TEST_CASE("stack: no layers leave the rows alone") {
  const Matrix x = rows({{1, 3}, {2, 2}});
  REQUIRE(same(encoder_only(x, {})->output, x));
  NormWeights norm;
  norm.eps = 0;
  REQUIRE(same(encoder_only(x.row(0), {{}, norm})->output, rows({{-1, 1}})));
  REQUIRE(same(encoder_decoder(x, x.row(0), {}, {})->decoder.output, x.row(0)));
}

TEST_CASE("stack: refusals name the layer") {
  Random random(114);
  const RandomShape shape{2, 2, 4};
  Model model;
  for (int l = 0; l < 3; ++l) {
    model.blocks.layers.push_back(random_block(random, shape, Order::Pre));
    model.decoder.layers.push_back(random_decoder(random, shape, Order::Pre));
  }
  const Matrix x = random.matrix(3, 4);
  Model wrong = model;
  wrong.blocks.layers[2].attention.heads = 3;
  require_refused(encoder_only(x, wrong.blocks), "heads-divide", {"layers[2].attention.heads"},
                  {"In layers[2]", "In attention", "width 4", "3"});
  require_refused(decoder_only(x, wrong.blocks), "heads-divide", {"layers[2].attention.heads"}, {"3"});
  require_refused(encoder_decoder(x, x, wrong.blocks, model.decoder), "heads-divide",
                  {"encoder.layers[2].attention.heads"}, {"In encoder"});
  wrong = model;
  wrong.decoder.layers[1].norm3.eps = kNaN;
  require_refused(encoder_decoder(x, x, model.blocks, wrong.decoder), "eps-not-finite", {"decoder.layers[1].norm3.eps"},
                  {"In decoder", "NaN"});
  wrong.blocks.final_norm = NormWeights{.bias = Vector::Zero(5)};
  require_refused(encoder_only(x, wrong.blocks), "vector-length", {"finalNorm.bias"}, {"In finalNorm", "5", "4"});
  require_refused(encoder_decoder(x, random.matrix(2, 6), model.blocks, model.decoder), "vector-length",
                  {"decoder.layers[0].norm1.weight"}, {"4 numbers", "needs 6"});

  // 3 layers of 2 heads over 1,024 tokens: each layer alone would be kept, the stack not.
  require_refused(encoder_only(Matrix::Zero(1024, 4), model.blocks), "too-large", {"layers"}, {"4194304"});
  require_refused(encoder_decoder(Matrix::Zero(2, 4), Matrix::Zero(1024, 4), model.blocks, model.decoder), "too-large",
                  {"layers"}, {"4194304"});
  const Index most = std::numeric_limits<Index>::max();
  require_refused(may_not_read(Family::EncoderOnly, -1, 2), "negative-size", {"source"}, {"-1"});
  require_refused(may_not_read(Family::DecoderOnly, 1, -2), "negative-size", {"target"}, {"-2"});
  require_refused(may_not_read(Family::DecoderOnly, most, 1), "too-large", {"source"}, {std::to_string(most)});
  require_refused(may_not_read(Family::DecoderOnly, 1, most), "too-large", {"target"}, {std::to_string(most)});
  require_refused(may_not_read(Family::DecoderOnly, 1500, 1500), "too-large", {"table"}, {"3000"});
}

}  // namespace lesson::test
