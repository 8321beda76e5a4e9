#include "core/explain.hpp"

#include <array>

#include "core/softmax.hpp"
#include "tests/core/support.hpp"

namespace lesson::test {
namespace {

constexpr std::array<Stage, 7> kComputed = {Stage::Raw,    Stage::Scaled, Stage::Masked, Stage::Weight,
                                            Stage::Output, Stage::RowSum, Stage::Spread};

AttentionInputs ticket() {
  AttentionInputs in;
  in.q = rows({{1, 0}, {0, 1}, {1, 1}});
  in.k = rows({{1, 0}, {1, 1}, {0, 1}});
  in.v = rows({{2, 0}, {0, 2}, {1, 1}});
  return in;
}

Explanation opened(const AttentionInputs& in, Stage stage, Index row, Index col) {
  const auto open = explain(in, stage, row, col);
  REQUIRE(open.ok());
  return *open;
}

// The matrix of a stage, whether it was given or computed.
Matrix stage_of(const AttentionInputs& in, const AttentionTrace& trace, Stage stage) {
  switch (stage) {
    case Stage::Query:
      return in.q;
    case Stage::Key:
      return in.k;
    case Stage::Value:
      return in.v;
    case Stage::Raw:
      return trace.raw;
    case Stage::Scaled:
      return trace.scaled;
    case Stage::Masked:
      return trace.masked;
    case Stage::Weight:
      return trace.weights;
    case Stage::Output:
      return trace.output;
    case Stage::RowSum:
      return trace.row_sums;
    case Stage::Spread:
      return trace.spread;
  }
  return {};
}

bool same_cell(const Cell& a, const Cell& b) { return a.stage == b.stage && a.row == b.row && a.col == b.col; }

void require_sources(const std::vector<Cell>& found, const std::vector<Cell>& expected) {
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    INFO("source " << i << ": " << name(found[i].stage) << " " << found[i].row << " " << found[i].col);
    REQUIRE(same_cell(found[i], expected[i]));
  }
}

// The result and the sum follow from the terms by the formula of the stage, added here once more.
void require_arithmetic(const Explanation& open, const AttentionTrace& trace, bool zeroed) {
  double sum = 0;
  for (const Term& term : open.terms) {
    sum += open.cell.stage == Stage::Weight ? term.b : term.value;
    const bool product =
        open.cell.stage == Stage::Raw || open.cell.stage == Stage::Scaled || open.cell.stage == Stage::Output;
    if (product) REQUIRE(same(term.value, term.a * term.b));
    if (open.cell.stage == Stage::RowSum) REQUIRE((same(term.value, term.a) && term.b == 1));
    if (open.cell.stage == Stage::Spread && term.a != 0) REQUIRE(same(term.value, -term.a * term.b));
    if (open.cell.stage == Stage::Spread && term.a == 0) REQUIRE(term.value == 0);
    if (open.cell.stage == Stage::Weight && !zeroed) {
      REQUIRE(same(term.b, std::exp(term.a - open.max)));
      REQUIRE(same(term.value, term.b / open.sum));
    }
  }
  REQUIRE(same(open.sum, sum));
  switch (open.cell.stage) {
    case Stage::Weight:
      REQUIRE(same(open.result, open.terms.at(static_cast<std::size_t>(open.cell.col)).value));
      break;
    case Stage::Spread:
      if (!zeroed) REQUIRE(same(open.result, std::exp2(open.sum)));
      break;
    case Stage::Masked:
      REQUIRE(open.terms.at(0).b == (trace.blocked(open.cell.row, open.cell.col) != 0 ? 1 : 0));
      REQUIRE(same(open.result, open.terms.at(0).b != 0 ? -kInfinity : open.terms.at(0).a));
      break;
    default:
      REQUIRE(same(open.result, open.sum));
  }
}

}  // namespace

TEST_CASE("explain: the names are those of the engine") {
  const std::array<const char*, 10> names = {"q",      "k",       "v",      "raw",     "scaled",
                                             "masked", "weights", "output", "rowSums", "spread"};
  for (std::size_t i = 0; i < names.size(); ++i) REQUIRE(name(static_cast<Stage>(i)) == std::string(names[i]));
}

TEST_CASE("explain: a raw score is a dot product term by term") {
  const Explanation open = opened(ticket(), Stage::Raw, 2, 1);
  REQUIRE(open.terms.size() == 2);
  REQUIRE((open.terms[0].a == 1 && open.terms[0].b == 1 && open.terms[0].value == 1));
  REQUIRE((open.sum == 2 && open.result == 2 && open.max == 0));
  require_sources(open.terms[1].sources, {{Stage::Query, 2, 1}, {Stage::Key, 1, 1}});
  require_sources(open.sources, {{Stage::Query, 2, 0}, {Stage::Key, 1, 0}, {Stage::Query, 2, 1}, {Stage::Key, 1, 1}});
}

TEST_CASE("explain: a scaled score is one multiplication") {
  const Explanation open = opened(ticket(), Stage::Scaled, 2, 1);
  REQUIRE(open.terms.size() == 1);
  REQUIRE((open.terms[0].a == 2 && same(open.terms[0].b, 1 / std::sqrt(2.0))));
  require_sources(open.sources, {{Stage::Raw, 2, 1}});
}

TEST_CASE("explain: a masked score says whether it is blocked") {
  AttentionInputs in = ticket();
  in.causal = Causal::TopLeft;
  const Explanation open = opened(in, Stage::Masked, 0, 1), free = opened(in, Stage::Masked, 1, 0);
  REQUIRE((open.terms.at(0).b == 1 && open.result == -kInfinity && open.sum == -kInfinity));
  REQUIRE((free.terms.at(0).b == 0 && free.result == free.terms.at(0).a));
  require_sources(open.sources, {{Stage::Scaled, 0, 1}});
}

TEST_CASE("explain: a weight shows the maximum and the exponentials and their sum") {
  // Bank session: exps of the scaled scores are 1.649, 4.482, 1.649 with sum 7.779; here they are shifted by the
  // maximum 1.5 first, so each is e^-1.5 times that.
  AttentionInputs in;
  in.q = rows({{1, 1, 0, 1}});
  in.k = rows({{1, 0, 0, 0}, {1, 1, 0, 1}, {0, 1, 1, 0}});
  in.v = rows({{1, 0}, {0, 1}, {1, 1}});
  const Explanation open = opened(in, Stage::Weight, 0, 2);
  REQUIRE(open.max == 1.5);
  REQUIRE(open.terms.size() == 3);
  REQUIRE(open.terms[1].b == 1);
  REQUIRE(std::abs(open.terms[0].b * std::exp(1.5) - 1.649) <= 5e-4);
  REQUIRE(std::abs(open.sum * std::exp(1.5) - 7.779) <= 5e-4);
  REQUIRE(same(open.result, open.terms[2].value));
  require_sources(open.sources, {{Stage::Masked, 0, 0}, {Stage::Masked, 0, 1}, {Stage::Masked, 0, 2}});
}

TEST_CASE("explain: an output is a mix of values") {
  const Explanation open = opened(ticket(), Stage::Output, 1, 0);
  REQUIRE(open.terms.size() == 3);
  REQUIRE((open.terms[0].b == 2 && open.terms[1].b == 0 && open.terms[2].b == 1));
  require_sources(open.sources, {{Stage::Weight, 1, 0},
                                 {Stage::Value, 0, 0},
                                 {Stage::Weight, 1, 1},
                                 {Stage::Value, 1, 0},
                                 {Stage::Weight, 1, 2},
                                 {Stage::Value, 2, 0}});
}

TEST_CASE("explain: row sums and spread read the weights of their row") {
  const std::vector<Cell> weights = {{Stage::Weight, 1, 0}, {Stage::Weight, 1, 1}, {Stage::Weight, 1, 2}};
  const Explanation sum = opened(ticket(), Stage::RowSum, 1, 0), spread_of = opened(ticket(), Stage::Spread, 1, 0);
  require_sources(sum.sources, weights);
  require_sources(spread_of.sources, weights);
  REQUIRE(std::abs(sum.result - 1) <= 3e-16);
  REQUIRE(same(spread_of.result, traced(ticket()).spread(1)));
  REQUIRE(same(spread_of.terms.at(0).b, std::log2(spread_of.terms.at(0).a)));
}

TEST_CASE("explain: a weight of 0 adds 0 bits") {
  AttentionInputs in = ticket();
  in.causal = Causal::TopLeft;
  const Explanation open = opened(in, Stage::Spread, 0, 0);
  REQUIRE(open.terms.size() == 3);
  REQUIRE((open.terms[1].a == 0 && open.terms[1].value == 0));
  REQUIRE((open.sum == 0 && open.result == 1));
}

TEST_CASE("explain: an emptied row shows the policy and no arithmetic") {
  AttentionInputs in = ticket();
  in.blocked = flags({{1, 1, 1}, {0, 0, 0}, {0, 0, 0}});
  in.empty_row = EmptyRow::Zero;
  const Explanation open = opened(in, Stage::Weight, 0, 1);
  REQUIRE((open.max == -kInfinity && open.sum == 0 && open.result == 0));
  for (const Term& term : open.terms) REQUIRE((term.a == -kInfinity && term.b == 0 && term.value == 0));
  REQUIRE(opened(in, Stage::Spread, 0, 0).result == 0);
  REQUIRE(opened(in, Stage::RowSum, 0, 0).result == 0);
  in.empty_row = EmptyRow::Nan;
  REQUIRE(std::isnan(opened(in, Stage::Weight, 0, 1).result));
  REQUIRE(std::isnan(opened(in, Stage::Spread, 0, 0).result));
}

TEST_CASE("explain: every cell of every stage equals the trace to the last bit") {
  Random random(40);
  std::array<int, kComputed.size()> cells{};
  for (int run = 0; run < 250; ++run) {
    AttentionInputs in = random_head(random);
    in.causal = random.chance(0.6) ? Causal::None : random.chance(0.5) ? Causal::TopLeft : Causal::BottomRight;
    if (random.chance(0.2)) in.blocked = random.flags(in.q.rows(), in.k.rows(), 0.7);
    in.empty_row = random.chance(0.5) ? EmptyRow::Nan : EmptyRow::Zero;
    if (random.chance(0.1)) in.q(0, 0) = kNaN;
    if (random.chance(0.1)) in.k(0, 0) = random.chance(0.5) ? kInfinity : -kInfinity;
    if (random.chance(0.1)) in.v(0, 0) = kInfinity;
    if (random.chance(0.1)) in.q *= 300;
    const AttentionTrace trace = traced(in);
    for (std::size_t s = 0; s < kComputed.size(); ++s) {
      const Matrix stage = stage_of(in, trace, kComputed[s]);
      for (Index i = 0; i < stage.rows(); ++i) {
        bool zeroed = in.empty_row == EmptyRow::Zero;
        for (Index j = 0; j < in.k.rows(); ++j) zeroed = zeroed && trace.blocked(i, j) != 0;
        for (Index j = 0; j < stage.cols(); ++j) {
          INFO("run " << run << ": " << name(kComputed[s]) << " (" << i << ", " << j << ")");
          const Explanation open = opened(in, kComputed[s], i, j);
          REQUIRE(same_cell(open.cell, {kComputed[s], i, j}));
          REQUIRE(same(open.result, stage(i, j)));
          require_arithmetic(open, trace, zeroed);
          ++cells[s];
        }
      }
    }
  }
  for (const int count : cells) REQUIRE(count > 500);
}

TEST_CASE("explain: the sources hold the numbers of their terms") {
  Random random(41);
  int sources = 0;
  for (int run = 0; run < 100; ++run) {
    const AttentionInputs in = random_head(random);
    const AttentionTrace trace = traced(in);
    for (const Stage stage : kComputed) {
      const Matrix shown = stage_of(in, trace, stage);
      const Index row = random.integer(0, shown.rows() - 1), col = random.integer(0, shown.cols() - 1);
      const Explanation open = opened(in, stage, row, col);
      std::vector<Cell> all;
      for (const Term& term : open.terms) {
        REQUIRE(!term.sources.empty());
        const std::array<double, 2> numbers = {term.a, term.b};
        for (std::size_t s = 0; s < term.sources.size(); ++s) {
          const Cell& cell = term.sources[s];
          REQUIRE(same(stage_of(in, trace, cell.stage)(cell.row, cell.col), numbers.at(s)));
          all.push_back(cell);
          ++sources;
        }
      }
      require_sources(open.sources, all);
      for (std::size_t a = 0; a < all.size(); ++a) {
        for (std::size_t b = a + 1; b < all.size(); ++b) REQUIRE(!same_cell(all[a], all[b]));
      }
    }
  }
  REQUIRE(sources > 2000);
}

TEST_CASE("explain: a number of very many terms is not opened") {
  AttentionInputs in;
  in.q = Matrix::Ones(1, 1);
  in.k = in.v = Matrix::Ones(kMostTerms, 1);
  REQUIRE(opened(in, Stage::Output, 0, 0).terms.size() == static_cast<std::size_t>(kMostTerms));
  in.k = in.v = Matrix::Ones(kMostTerms + 1, 1);
  for (const Stage stage : {Stage::Weight, Stage::Output, Stage::RowSum, Stage::Spread}) {
    require_refused(explain(in, stage, 0, 0), "too-large", {name(stage), 0, 0}, {"65537", "65536", name(stage)});
  }
  REQUIRE(opened(in, Stage::Raw, 0, kMostTerms).result == 1);
  REQUIRE(opened(in, Stage::Masked, 0, kMostTerms).result == 1);
  in.q = in.k = Matrix::Ones(1, kMostTerms + 1);
  in.v = Matrix::Ones(1, 1);
  require_refused(explain(in, Stage::Raw, 0, 0), "too-large", {"raw", 0, 0}, {"65537"});
}

TEST_CASE("explain: refusals") {
  const AttentionInputs in = ticket();
  require_refused(explain(in, Stage::Weight, 5, 1), "cell-outside", {"weights", 5, 1}, {"(3, 3)", "(5, 1)"});
  require_refused(explain(in, Stage::Raw, 0, 3), "cell-outside", {"raw", 0, 3}, {"(3, 3)", "(0, 3)"});
  require_refused(explain(in, Stage::Output, 0, 2), "cell-outside", {"output", 0, 2}, {"(3, 2)", "(0, 2)"});
  require_refused(explain(in, Stage::Masked, -1, 0), "cell-outside", {"masked", -1, 0}, {"(-1, 0)"});
  require_refused(explain(in, Stage::Scaled, 0, -1), "cell-outside", {"scaled", 0, -1}, {"(0, -1)"});
  require_refused(explain(in, Stage::RowSum, 0, 1), "cell-outside", {"rowSums", 0, 1}, {"(3, 1)"});
  require_refused(explain(in, Stage::Spread, 3, 0), "cell-outside", {"spread", 3, 0}, {"(3, 1)", "(3, 0)"});
  require_refused(explain(in, Stage::Query, 0, 0), "not-explained", {"q", 0, 0}, {"q", "(0, 0)"});
  require_refused(explain(in, Stage::Key, 1, 0), "not-explained", {"k", 1, 0}, {"k"});
  require_refused(explain(in, Stage::Value, 9, 9), "not-explained", {"v", 9, 9}, {"v"});

  AttentionInputs none = ticket();
  none.q = Matrix(0, 2);
  require_refused(explain(none, Stage::Raw, 0, 0), "cell-outside", {"raw", 0, 0}, {"(0, 3)"});
  AttentionInputs wrong = ticket();
  wrong.k = Matrix::Ones(3, 1);
  require_refused(explain(wrong, Stage::Raw, 0, 0), "query-key-width", {"k"}, {"width 2", "width 1"});
}

}  // namespace lesson::test
