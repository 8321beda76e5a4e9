#include "core/lab.hpp"

#include <cstdio>

#include "core/random/numpy.hpp"
#include "tests/core/oracle_case.hpp"

namespace lesson::test {
namespace {

LabTrace ran(const LabOptions& options = {}) {
  const auto trace = lab(options);
  if (!trace.ok()) FAIL(trace.error().message);
  return *trace;
}

Matrix one_number(double number) { return Matrix::Constant(1, 1, number); }

std::string one_decimal(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", number);
  return text;
}

Matrix permuted(const Matrix& m, const std::vector<Index>& order) {
  Matrix result(m.rows(), m.cols());
  for (Index i = 0; i < m.rows(); ++i) result.row(i) = m.row(order[static_cast<std::size_t>(i)]);
  return result;
}

}  // namespace

TEST_CASE("lab: every field of lab.json") {
  const Json cases = load_oracle("lab.json");
  REQUIRE(cases.size() == 1);
  const Json& one = cases[0];
  REQUIRE(one.at("name") == "numpy-block");
  const double tolerance = one.at("tolerance").get<double>();
  REQUIRE(tolerance <= 1e-10);  // a hundred roundings of numbers up to 20, divided by deviations near 1
  const Json& in = one.at("inputs");
  require_inputs(in, {"seed", "n", "d_model", "heads"});
  const auto seed = seed_from_text(in.at("seed").get<std::string>(), SeedOf::Numpy);
  REQUIRE(seed.ok());
  const LabTrace trace = ran({.seed = *seed,
                              .n = in.at("n").get<Index>(),
                              .d_model = in.at("d_model").get<Index>(),
                              .heads = in.at("heads").get<Index>()});

  Json expected = one.at("expected");
  // As the lesson prints them.
  REQUIRE(expected.at("dot_sd_raw_printed") == one_decimal(trace.scale.raw_sd));
  REQUIRE(expected.at("dot_sd_scaled_printed") == one_decimal(trace.scale.scaled_sd));
  expected.erase("dot_sd_raw_printed");
  expected.erase("dot_sd_scaled_printed");

  Matrix order(1, 6);
  for (Index i = 0; i < 6; ++i) order(0, i) = static_cast<double>(trace.draws.permutation[static_cast<std::size_t>(i)]);
  Results results{{"wq", trace.draws.wq},
                  {"wk", trace.draws.wk},
                  {"wv", trace.draws.wv},
                  {"wo", {trace.draws.weights.wo}},
                  {"x", {trace.draws.x}},
                  {"permutation", {order}},
                  {"positions", {trace.positions}},
                  {"attention_output", {trace.plain.attention.output}},
                  {"output", {trace.plain.output}},
                  {"output_permuted", {trace.permuted.output}},
                  {"output_with_positions", {trace.with_positions.output}},
                  {"output_permuted_with_positions", {trace.permuted_with_positions.output}},
                  {"causal_output", {trace.causal.output}},
                  {"causal_output_last_changed", {trace.causal_last_changed.output}},
                  {"output_last_changed", {trace.last_changed.output}},
                  {"output_without_residual", {trace.without_residual.output}},
                  {"checks.row_means_zero", {one_number(trace.checks.row_means_zero.holds)}},
                  {"checks.permutes_without_positions", {one_number(trace.checks.permutes_without_positions.holds)}},
                  {"checks.permutes_with_positions", {one_number(trace.checks.permutes_with_positions.holds)}},
                  {"checks.causal_keeps_earlier", {one_number(trace.checks.causal_keeps_earlier.holds)}},
                  {"checks.unmasked_changes_earlier", {one_number(trace.checks.unmasked_changes_earlier.holds)}},
                  {"dot_sd_raw", {one_number(trace.scale.raw_sd)}},
                  {"dot_sd_scaled", {one_number(trace.scale.scaled_sd)}}};
  for (const LabMemory& memory : trace.memory) {
    results["score_memory_mb." + std::to_string(memory.tokens)] = {one_number(memory.mb)};
  }
  require_results(expected, results, tolerance);
}

TEST_CASE("lab: the draws are NumPy's, to the last bit and in the lesson's order") {
  const LabDraws draws = ran({.seed = 7, .n = 3, .d_model = 4, .heads = 2}).draws;
  numpy::Generator g = numpy::default_rng(7);
  const auto require_next = [&g](const Matrix& m, double deviation) {
    const auto numbers = numpy::normal(g, 0, deviation, {m.rows(), m.cols()});
    REQUIRE(numbers.ok());
    REQUIRE(same(m, Eigen::Map<const Matrix>(numbers->data(), m.rows(), m.cols())));
  };
  for (const auto* weights : {&draws.wq, &draws.wk, &draws.wv}) {
    REQUIRE(weights->size() == 2);
    for (const Matrix& one : *weights) {
      REQUIRE(one.rows() == 4);
      REQUIRE(one.cols() == 2);
      require_next(one, 0.5);
    }
  }
  require_next(draws.weights.wo, 0.5);
  require_next(draws.x, 1);
  const auto order = numpy::permutation(g, 3);
  REQUIRE(order.ok());
  REQUIRE(draws.permutation == *order);
}

TEST_CASE("lab: one token, worked by hand") {
  // One key has all the weight, so the head hands over v = x wv as it is.
  const LabTrace trace = ran({.n = 1, .d_model = 2, .heads = 1});
  const Matrix &x = trace.draws.x, &wv = trace.draws.wv[0], &wo = trace.draws.weights.wo;
  REQUIRE(same(trace.plain.attention.heads[0].attention.weights, rows({{1}})));
  const double v0 = x(0, 0) * wv(0, 0) + x(0, 1) * wv(1, 0), v1 = x(0, 0) * wv(0, 1) + x(0, 1) * wv(1, 1);
  const double a = x(0, 0) + v0 * wo(0, 0) + v1 * wo(1, 0), b = x(0, 1) + v0 * wo(0, 1) + v1 * wo(1, 1);
  // Two numbers stand half their difference from their mean.
  const double half = (a - b) / 2, normal = half / std::sqrt(half * half + 1e-5);
  // A dozen roundings of numbers below 10; the norm divides them by `half`, which is not small here.
  REQUIRE(std::abs(half) > 0.1);
  REQUIRE(difference(trace.plain.sum, rows({{a, b}})) <= 1e-14);
  REQUIRE(difference(trace.plain.output, rows({{normal, -normal}})) <= 1e-13);
  // Nothing stands before the only token.
  REQUIRE(trace.checks.causal_keeps_earlier.holds);
  REQUIRE(!trace.checks.unmasked_changes_earlier.holds);
  REQUIRE(trace.checks.permutes_with_positions.holds);
}

TEST_CASE("lab: a block is multihead, residual and norm, to the last bit") {
  for (const Index heads : {1, 2, 4}) {
    const LabTrace trace = ran({.seed = 11, .n = 5, .d_model = 8, .heads = heads});
    const LabDraws& draws = trace.draws;
    for (Index h = 0; h < heads; ++h) {
      REQUIRE(same(draws.weights.wv.middleCols(h * (8 / heads), 8 / heads), draws.wv[static_cast<std::size_t>(h)]));
    }
    for (const auto& [block, causal] : {std::pair{&trace.plain, Causal::None}, {&trace.causal, Causal::TopLeft}}) {
      REQUIRE(same(block->input, draws.x));
      const auto made = multihead(draws.x, draws.weights, {.causal = causal});
      REQUIRE(made.ok());
      REQUIRE(block->attention.heads.size() == made->heads.size());
      for (std::size_t h = 0; h < made->heads.size(); ++h) {
        const HeadTrace &head = block->attention.heads[h], &expected = made->heads[h];
        REQUIRE(head.kv_head == expected.kv_head);
        REQUIRE(same(head.q, expected.q));
        REQUIRE(same(head.k, expected.k));
        REQUIRE(same(head.v, expected.v));
        REQUIRE(head.attention.scale == expected.attention.scale);
        REQUIRE(head.attention.blocked == expected.attention.blocked);
        REQUIRE(same(head.attention.raw, expected.attention.raw));
        REQUIRE(same(head.attention.scaled, expected.attention.scaled));
        REQUIRE(same(head.attention.masked, expected.attention.masked));
        REQUIRE(same(head.attention.weights, expected.attention.weights));
        REQUIRE(same(head.attention.output, expected.attention.output));
      }
      REQUIRE(same(block->attention.q, made->q));
      REQUIRE(same(block->attention.k, made->k));
      REQUIRE(same(block->attention.v, made->v));
      REQUIRE(same(block->attention.concatenated, made->concatenated));
      REQUIRE(same(block->attention.output, made->output));
      REQUIRE(same(block->attention.lossy_mean_weights, made->lossy_mean_weights));
      REQUIRE(same(block->sum, draws.x + made->output));
      const auto normed = layer_norm(block->sum);
      REQUIRE(normed.ok());
      REQUIRE(same(block->output, normed->output));
      REQUIRE(same(block->norm.normalised, normed->normalised));
      REQUIRE(same(block->rows.mean, row_statistics(block->output).mean));
    }
  }
}

TEST_CASE("lab: each step has the input that it names") {
  const LabTrace trace = ran();
  const Matrix& x = trace.draws.x;
  const Matrix mixed = permuted(x, trace.draws.permutation);
  Matrix changed = x;
  for (Index c = 0; c < 8; ++c) changed(5, c) += 5;
  REQUIRE(same(trace.permuted.input, mixed));
  REQUIRE(same(trace.with_positions.input, x + trace.positions));
  REQUIRE(same(trace.permuted_with_positions.input, mixed + trace.positions));
  REQUIRE(same(trace.causal_last_changed.input, changed));
  REQUIRE(same(trace.last_changed.input, changed));
  REQUIRE(same(trace.without_residual.sum, trace.plain.attention.output));
  REQUIRE(trace.causal.attention.heads[0].attention.blocked == causal_mask(6, 6, Causal::TopLeft));
  REQUIRE(trace.last_changed.attention.heads[1].attention.blocked == Flags::Zero(6, 6));
  REQUIRE(trace.scale.raw.size() == 2000);
}

TEST_CASE("lab: the checks hold for other seeds and sizes") {
  Random random(20260301);
  for (int run = 0; run < 25; ++run) {
    const Index heads = random.integer(1, 4);
    const LabOptions options{.seed = static_cast<std::uint64_t>(random.integer(0, 1 << 30)),
                             .n = random.integer(3, 12),
                             .d_model = heads * 2 * random.integer(2, 4),
                             .heads = heads};
    INFO("seed " << options.seed << ", n " << options.n << ", d " << options.d_model << ", heads " << heads);
    const LabTrace trace = ran(options);
    const bool moved = !std::is_sorted(trace.draws.permutation.begin(), trace.draws.permutation.end());
    REQUIRE(trace.checks.row_means_zero.holds);
    REQUIRE(trace.checks.permutes_without_positions.holds);
    REQUIRE(trace.checks.permutes_with_positions.holds == !moved);
    REQUIRE(trace.checks.causal_keeps_earlier.holds);
    REQUIRE(trace.checks.causal_keeps_earlier.largest == 0);  // a blocked key takes no part at all
    REQUIRE(trace.checks.unmasked_changes_earlier.holds);
    // Normalised rows have this deviation: variance / (variance + eps), and eps is small beside theirs.
    REQUIRE((trace.plain.rows.deviation.array() - 1).abs().maxCoeff() <= 1e-3);
    // 2,000 pairs: the deviation of such a sample strays by 1/sqrt(2 * 2000) = 1.6 %; six times that.
    REQUIRE(std::abs(trace.scale.raw_sd - 8) <= 0.8);
    REQUIRE(std::abs(trace.scale.scaled_sd - 1) <= 0.1);
  }
}

TEST_CASE("lab: exercises show in the checks") {
  const LabTrace right = ran();

  const LabTrace unmasked = ran({.causal = Causal::None});
  REQUIRE(!unmasked.checks.causal_keeps_earlier.holds);
  REQUIRE(unmasked.checks.causal_keeps_earlier.largest > 0.1);
  REQUIRE(same(unmasked.causal_last_changed.output, right.last_changed.output));

  const LabTrace without_positions = ran({.positions = std::nullopt});
  REQUIRE(without_positions.checks.permutes_with_positions.holds);
  REQUIRE(same(without_positions.with_positions.output, right.plain.output));
  REQUIRE(same(without_positions.positions, Matrix::Zero(6, 8)));

  const LabTrace interleaved = ran({.positions = Pairing::Interleaved});
  REQUIRE(!same(interleaved.positions, right.positions));
  REQUIRE(same(interleaved.plain.output, right.plain.output));

  const LabTrace bare = ran({.residual = false});
  REQUIRE(same(bare.plain.output, right.without_residual.output));
  REQUIRE(same(bare.last_changed.sum, bare.last_changed.attention.output));

  const LabTrace unscaled = ran({.scale = 1});
  REQUIRE(same(unscaled.scale.scaled, unscaled.scale.raw));
  REQUIRE(unscaled.scale.scaled_sd == right.scale.raw_sd);
  REQUIRE(unscaled.plain.attention.heads[0].attention.scale == 1);
  REQUIRE(same(unscaled.plain.attention.heads[0].attention.scaled, right.plain.attention.heads[0].attention.raw));

  const LabTrace other = ran({.seed = 40});
  REQUIRE(difference(other.draws.x, right.draws.x) > 0.1);
}

TEST_CASE("lab: softmax over the queries shows in the sums, and leaks under a mask") {
  const LabTrace wrong = ran({.axis = Axis::Queries}), right = ran();
  for (const LabBlock* block : {&wrong.plain, &wrong.causal}) {
    for (const auto& [kv_head, q, k, v, head] : block->attention.heads) {
      // Six numbers within 1 are added: some roundings of 2^-53.
      REQUIRE((head.column_sums.array() - 1).abs().maxCoeff() <= 1e-15);
      REQUIRE((head.row_sums.array() - 1).abs().maxCoeff() > 0.01);
      for (Index i = 0; i < 6; ++i) {
        double sum = 0;
        for (Index j = 0; j < 6; ++j) sum += head.weights(i, j);
        REQUIRE(head.row_sums(i) == sum);
        REQUIRE(same(head.spread(i), spread(head.weights)(i)));
      }
      // Each column is what softmax_row makes of it.
      for (Index j = 0; j < 6; ++j) {
        REQUIRE(difference(head.weights.col(j), softmax_row(head.masked.col(j)).weights) <= 1e-15);
      }
      for (Index i = 0; i < 6; ++i) {
        for (Index c = 0; c < 4; ++c) {
          double mix = 0;
          for (Index j = 0; j < 6; ++j) mix += head.weights(i, j) * v(j, c);
          REQUIRE(std::abs(head.output(i, c) - mix) <= 1e-14);
        }
      }
    }
  }
  REQUIRE(same(wrong.plain.attention.heads[0].attention.masked, right.plain.attention.heads[0].attention.masked));
  // Rows still permute with their tokens; but a later query changes what earlier ones get.
  REQUIRE(wrong.checks.permutes_without_positions.holds);
  REQUIRE(!wrong.checks.causal_keeps_earlier.holds);
}

TEST_CASE("lab: a scale that overflows gives NaN, and no check holds by it") {
  const LabTrace trace = ran({.scale = 1.7e308});
  REQUIRE(std::isnan(trace.plain.output(0, 0)));
  REQUIRE(!trace.checks.row_means_zero.holds);
  REQUIRE(std::isnan(trace.checks.row_means_zero.largest));
  REQUIRE(!trace.checks.permutes_without_positions.holds);
  REQUIRE(!trace.checks.unmasked_changes_earlier.holds);
}

TEST_CASE("lab: sizes are looked at before anything is made") {
  constexpr Index kHuge = std::numeric_limits<Index>::max();
  require_refused(lab({.n = -1}), "negative-size", {"n"}, {"n is -1"});
  require_refused(lab({.d_model = -8}), "negative-size", {"dModel"}, {"dModel is -8"});
  require_refused(lab({.n = 0}), "size-zero", {"n"}, {"n is 0"});
  require_refused(lab({.d_model = 0}), "width-zero", {"dModel"}, {"dModel is 0"});
  require_refused(lab({.heads = 0}), "heads-below-one", {"heads"}, {"heads is 0", "at least 1"});
  require_refused(lab({.heads = -kHuge}), "heads-below-one", {"heads"}, {});
  require_refused(lab({.heads = 3}), "heads-divide", {"heads"}, {"8", "3 heads"});
  require_refused(lab({.heads = kHuge}), "heads-divide", {"heads"}, {});
  require_refused(lab({.d_model = 7, .heads = 1}), "odd-width", {"dModel"}, {"7"});
  REQUIRE(lab({.d_model = 7, .heads = 1, .positions = std::nullopt}).ok());
  require_refused(lab({.scale = kNaN}), "scale-not-finite", {"scale"}, {"NaN"});
  require_refused(lab({.scale = -kInfinity}), "scale-not-finite", {"scale"}, {"-infinity"});

  require_refused(lab({.n = kHuge}), "too-large", {"n"}, {std::to_string(kHuge), "65536"});
  require_refused(lab({.d_model = kHuge, .heads = 1}), "too-large", {"dModel"}, {std::to_string(kHuge)});
  require_refused(lab({.d_model = 258}), "too-large", {"dModel"}, {"258"});
  REQUIRE(lab({.n = 2, .d_model = 256}).ok());
  // 181 * 181 * 2 = 65,522, and 182 * 182 * 2 = 66,248.
  REQUIRE(lab({.n = 181}).ok());
  require_refused(lab({.n = 182}), "too-large", {"n"}, {"182", "2 heads"});
  require_refused(lab({.n = 257, .d_model = 256, .heads = 1}), "too-large", {"n"}, {"257"});
}

}  // namespace lesson::test
