#include "core/doctor/intake.hpp"
#include "tests/core/doctor_support.hpp"

namespace lesson::test {
namespace {

Case taken(const Given& given, const Meant& meant = {}) {
  auto made = take_in(given, meant);
  if (!made.ok()) INFO(made.error().message);
  REQUIRE(made.ok());
  return std::move(made.value());
}

// (B, H, N, K) as (B, N, H, K), (B, N, H K) or (N, B, H K).
Tensor laid_out(const Tensor& from, Layout layout) {
  const Index batch = from.shape[0], heads = from.shape[1], seq = from.shape[2], width = from.shape[3];
  std::vector<double> numbers(static_cast<std::size_t>(size_of(from)));
  Index at = 0;
  for (Index b = 0; b < batch; ++b) {
    for (Index h = 0; h < heads; ++h) {
      for (Index i = 0; i < seq; ++i) {
        for (Index c = 0; c < width; ++c) {
          const Index row = layout == Layout::SeqBatchDim ? i * batch + b : b * seq + i;
          numbers[static_cast<std::size_t>((row * heads + h) * width + c)] = number_at(from, at++);
        }
      }
    }
  }
  std::vector<Index> shape = {batch, seq, heads, width};
  if (layout == Layout::BatchSeqDim) shape = {batch, seq, heads * width};
  if (layout == Layout::SeqBatchDim) shape = {seq, batch, heads * width};
  return tensor(from.name, shape, numbers);
}

}  // namespace

TEST_CASE("intake: every layout gives the same setups") {
  Random random(3);
  const std::vector<Setup> batch = {random_heads(random, 2, 3, 5), random_heads(random, 2, 3, 5)};
  const Files files = files_of(batch);
  const Case expected = taken(files.given());
  REQUIRE(expected.layout == Layout::BatchHeadsSeqDim);
  REQUIRE(same(expected.batch[1].k, batch[1].k));
  REQUIRE(same(expected.observed[1].weights[1], computed(batch[1]).heads[1].attention.weights));
  for (const Layout layout : {Layout::BatchSeqHeadsDim, Layout::BatchSeqDim, Layout::SeqBatchDim}) {
    INFO(lesson::name_of(layout));
    const Tensor q = laid_out(files.q, layout), k = laid_out(files.k, layout), v = laid_out(files.v, layout),
                 output = laid_out(files.output, layout);
    const Case made = taken({&q, &k, &v, nullptr, nullptr, nullptr, &files.weights, &output});
    REQUIRE(made.layout == layout);
    REQUIRE(made.batch.size() == 2);
    for (std::size_t b = 0; b < 2; ++b) {
      REQUIRE(made.batch[b].heads == 2);
      REQUIRE(same(made.batch[b].q, batch[b].q));
      REQUIRE(same(made.batch[b].v, batch[b].v));
      REQUIRE(same(*made.observed[b].output, *expected.observed[b].output));
    }
  }
}

TEST_CASE("intake: grouped heads, with an axis or by the widths") {
  Random random(4);
  Setup setup = random_heads(random, 4, 3, 3);
  setup.kv_heads = 2;
  setup.k = random.matrix(3, 8);
  setup.v = random.matrix(3, 8);
  const Files files = files_of({setup});
  REQUIRE(taken(files.given()).batch[0].kv_heads == 2);
  const Tensor q = laid_out(files.q, Layout::BatchSeqDim), k = laid_out(files.k, Layout::BatchSeqDim),
               v = laid_out(files.v, Layout::BatchSeqDim);
  Meant meant;
  meant.heads = 4;
  const Case made = taken({&q, &k, &v}, meant);
  REQUIRE(made.batch[0].kv_heads == 2);
  REQUIRE(same(made.batch[0].k, setup.k));
  REQUIRE(made.observed.empty());
  meant.heads = 3;
  require_refused(take_in({&q, &k, &v}, meant), "heads-unknown", {"heads"}, {"3", "16"});
  meant.heads = 4;
  meant.kv_heads = 3;
  require_refused(take_in({&q, &k, &v}, meant), "heads-unknown", {"kvHeads"}, {"3"});
}

TEST_CASE("intake: masks of each kind") {
  Random random(5);
  const Files files = files_of({random_heads(random, 1, 2, 2), random_heads(random, 1, 2, 2)});
  const auto with = [&](std::vector<Index> shape, const std::vector<double>& numbers, const Meant& meant = {}) {
    const Tensor mask = tensor("mask", std::move(shape), numbers);
    return take_in({&files.q, &files.k, &files.v, &mask}, meant);
  };
  const auto blocked = [&](const Outcome<Case>& made, std::size_t b) { return blocked_by(made->batch[b]); };
  // Lower triangle of ones: a token may read itself.
  auto made = with({2, 2}, {1, 0, 1, 1});
  REQUIRE(made.ok());
  REQUIRE(made->mask == MaskMeaning::MayRead);
  REQUIRE(made->mask_sure);
  REQUIRE(blocked(made, 1) == flags({{0, 1}, {0, 0}}));
  made = with({2, 2}, {0, 1, 0, 0});
  REQUIRE(made->mask == MaskMeaning::MayNotRead);
  REQUIRE(blocked(made, 0) == flags({{0, 1}, {0, 0}}));
  Meant meant;
  meant.mask = MaskMeaning::MayRead;
  made = with({2, 2}, {0, 1, 0, 0}, meant);
  REQUIRE(blocked(made, 0) == flags({{1, 0}, {1, 1}}));
  // Added: minus infinity, or very low.
  made = with({1, 1, 2, 2}, {0, -kInfinity, -65504, 0});
  REQUIRE(!made->mask.has_value());
  REQUIRE(blocked(made, 0) == flags({{0, 1}, {1, 0}}));
  // Of keys: each sequence its own.
  made = with({2, 1, 1, 2}, {1, 1, 0, 1});
  REQUIRE(blocked(made, 0) == flags({{0, 0}, {0, 0}}));
  REQUIRE(made->batch[1].padding == flags({{1, 0}}));
  require_refused(with({3}, {1, 1, 1}), "mask-shape", {"mask"}, {"(3,)"});
  require_refused(with({3, 1, 2, 2}, std::vector<double>(12, 1)), "mask-shape", {"mask"}, {"(3, 1, 2, 2)"});
  require_refused(with({2, 2}, {0, -1.5, 0, 0}), "mask-bias", {"mask"}, {"-1.5"});
  require_refused(with({2, 2}, {0, kNaN, 0, 0}), "mask-numbers", {"mask"}, {"NaN"});
  const Files heads = files_of({random_heads(random, 2, 2, 2)});
  const Tensor mask = tensor("mask", {1, 2, 2, 2}, {1, 0, 1, 1, 1, 1, 1, 1});
  require_refused(take_in({&heads.q, &heads.k, &heads.v, &mask}, {}), "mask-per-head", {"mask", 0, 1}, {"1"});
}

TEST_CASE("intake: positions") {
  Random random(6);
  const Files files = files_of({random_heads(random, 1, 2, 2)});
  const auto with = [&](std::vector<Index> shape, const std::vector<double>& numbers) {
    const Tensor positions = tensor("positions", std::move(shape), numbers);
    return take_in({&files.q, &files.k, &files.v, nullptr, &positions}, {});
  };
  REQUIRE(with({1, 2}, {5, 6})->batch[0].query_offset == 5);
  REQUIRE(with({2}, {5, 6})->batch[0].key_offset == 5);
  require_refused(with({3}, {0, 1, 2}), "positions-shape", {"positions"}, {"(3,)"});
  require_refused(with({2}, {0, 2}), "positions-steps", {"positions", 0, 1}, {"2"});
  require_refused(with({2}, {-1, 0}), "positions-steps", {"positions", 0, 0}, {});
}

TEST_CASE("intake: the tolerance is that of the coarsest format, or of the printed digits") {
  REQUIRE(tolerance_of(Element::Float64) < tolerance_of(Element::Float32));
  REQUIRE(tolerance_of(Element::Float16) < tolerance_of(Element::BFloat16));
  Random random(7);
  Files files = files_of({random_heads(random, 1, 2, 2)});
  REQUIRE(taken(files.given()).tolerance == 1e-9);
  files.output.printed_step = 0.5e-4;
  REQUIRE(taken(files.given()).tolerance == 4e-4);
  Meant meant;
  meant.tolerance = 0.25;
  REQUIRE(taken(files.given(), meant).observed[0].tolerance == 0.25);
}

TEST_CASE("intake: of large tensors a part that can be searched") {
  Sizes sizes{8, 32, 8, 4096, 4096, 128, 128, false, true, true};
  Slice slice = searchable(sizes, Causal::BottomRight);
  REQUIRE(slice.batch.count == 1);
  REQUIRE(slice.heads.count == 4);
  REQUIRE(slice.keys.count == 4096);
  REQUIRE(slice.queries.count >= 1);
  REQUIRE(slice.queries.first + slice.queries.count == 4096);
  sizes = {2, 2, 2, 8, 8, 4, 4, true, true, true};
  slice = searchable(sizes, Causal::None);
  REQUIRE(slice.batch.count * slice.heads.count * slice.queries.count == 32);
  Random random(8);
  const Setup large = random_heads(random, 2, 200, 200);
  const Case made = taken(files_of({large}).given());
  REQUIRE(made.slice.heads.count == 1);
  REQUIRE(made.sizes.heads == 2);
  REQUIRE(same(made.batch[0].q, Matrix(large.q.topRows(made.slice.queries.count).leftCols(made.batch[0].heads * 4))));
}

TEST_CASE("intake: what is not there or does not fit") {
  Random random(9);
  const Files files = files_of({random_heads(random, 1, 2, 3)});
  require_refused(take_in({&files.q, &files.k}, {}), "role-missing", {"v"}, {"v"});
  Meant meant;
  meant.layout = Layout::BatchSeqHeadsDim;
  require_refused(take_in(files.given(), meant), "layout-not-possible", {"layout"}, {"batch, seq, heads, dim"});
  const Tensor empty = tensor("q", {0, 4}, {});
  require_refused(take_in({&empty, &empty, &empty}, {}), "case-empty", {"q"}, {"0"});
  // Weights of averaged heads are of fewer heads than these.
  const Files heads = files_of({random_heads(random, 2, 2, 2)});
  const Tensor mean = tensor("weights", {2, 2}, {1, 0, 0, 1});
  Given given = heads.given();
  given.weights = &mean;
  require_refused(take_in(given, {}), "seen-shape", {"weights"}, {"(2, 2)", "(1, 2, 2, 2)"});
}

}  // namespace lesson::test
