// Every case of tests/oracle/attention.json, by name. A case that no runner takes, an input that a runner does not
// know, or an expected value that it does not compare, fails.
#include "tests/core/oracle.hpp"

#include <functional>
#include <map>
#include <set>

#include "core/mask.hpp"
#include "core/project.hpp"
#include "core/softmax.hpp"

namespace lesson::test {
namespace {

// NumPy adds in another order and has another exp: both differ in the last few bits of numbers up to about 100, so by
// some 1e-14. 1e-12 leaves room for longer sums, and is far below any digit that the lesson shows.
constexpr double kTolerance = 1e-12;

using Computed = std::map<std::string, Matrix>;

Matrix as_row(const Vector& v) { return v.transpose(); }

void require_all(const Json& expected, const Computed& computed) {
  REQUIRE(!expected.empty());
  for (const auto& [field, values] : expected.items()) {
    INFO(field);
    REQUIRE(computed.count(field) == 1);
    require_near(computed.at(field), to_matrix(values), kTolerance);
  }
}

void require_known(const Json& inputs, const std::set<std::string>& known) {
  for (const auto& [field, values] : inputs.items()) {
    INFO("input " << field);
    REQUIRE(known.count(field) == 1);
  }
}

Causal to_causal(const Json& json) {
  if (json.is_boolean()) return json.get<bool>() ? Causal::TopLeft : Causal::None;
  const auto text = json.get<std::string>();
  REQUIRE((text == "top-left" || text == "bottom-right"));
  return text == "top-left" ? Causal::TopLeft : Causal::BottomRight;
}

// Inputs q, k, v, or x and three projections.
Computed whole_head(const Json& inputs) {
  require_known(inputs, {"q", "k", "v", "x", "wq", "wk", "wv", "scale", "causal", "blocked"});
  AttentionInputs in;
  if (inputs.contains("x")) {
    const auto made = project({to_matrix(inputs.at("x")), to_matrix(inputs.at("wq")), to_matrix(inputs.at("wk")),
                               to_matrix(inputs.at("wv"))});
    REQUIRE(made.ok());
    in.q = made->q;
    in.k = made->k;
    in.v = made->v;
  } else {
    in.q = to_matrix(inputs.at("q"));
    in.k = to_matrix(inputs.at("k"));
    in.v = to_matrix(inputs.at("v"));
  }
  if (inputs.contains("scale")) in.scale = to_number(inputs.at("scale"));
  if (inputs.contains("causal")) in.causal = to_causal(inputs.at("causal"));
  if (inputs.contains("blocked")) in.blocked = to_flags(inputs.at("blocked"));
  const AttentionTrace trace = traced(in);
  return {{"q", in.q},
          {"k", in.k},
          {"v", in.v},
          {"raw", trace.raw},
          {"scaled", trace.scaled},
          {"masked", trace.masked},
          {"weights", trace.weights},
          {"output", trace.output},
          {"spread", as_row(trace.spread)}};
}

Computed wrong_axis(const Json& inputs) {
  require_known(inputs, {"q", "k", "v", "bug"});
  REQUIRE(inputs.at("bug") == "softmax-over-queries");
  const Matrix q = to_matrix(inputs.at("q")), k = to_matrix(inputs.at("k")), v = to_matrix(inputs.at("v"));
  const AttentionTrace trace = traced({.q = q, .k = k, .v = v, .scale = {}, .blocked = {}});
  const Matrix weights = softmax(trace.masked, Axis::Queries);
  return {{"weights", weights},
          {"row_sums", as_row(weights.rowwise().sum())},
          {"column_sums", weights.colwise().sum()},
          {"output", weights * v}};
}

Computed one_row(const Json& inputs) {
  require_known(inputs, {"row"});
  const Matrix row = to_matrix(inputs.at("row"));
  const Vector weights = softmax_row(row.row(0).transpose()).weights;
  REQUIRE(same(softmax(row), as_row(weights)));
  return {{"weights", as_row(weights)}};
}

Computed mask_bugs(const Json& inputs) {
  require_known(inputs, {"scores"});
  const Matrix scores = to_matrix(inputs.at("scores"));
  const Flags blocked = causal_mask(scores.rows(), scores.cols(), Causal::TopLeft);
  const Matrix keep = (1 - blocked.cast<double>().array()).matrix();
  const Matrix after = softmax(scores).cwiseProduct(keep);
  return {{"correct", softmax(apply_mask(scores, blocked))},
          {"zero_before", softmax(scores.cwiseProduct(keep))},
          {"zero_after", after},
          {"zero_after_row_sums", as_row(after.rowwise().sum())},
          {"reversed", softmax(apply_mask(scores, blocked.transpose()))}};
}

Computed masked_scores(const Json& inputs) {
  require_known(inputs, {"masked"});
  const Matrix weights = softmax(to_matrix(inputs.at("masked")));
  std::vector<double> nan_rows;
  for (Index i = 0; i < weights.rows(); ++i) {
    if (weights.row(i).array().isNaN().any()) nan_rows.push_back(static_cast<double>(i));
  }
  Computed computed{{"weights", weights}};
  if (!nan_rows.empty())
    computed["nan_rows"] = Eigen::Map<Matrix>(nan_rows.data(), 1, static_cast<Index>(nan_rows.size()));
  return computed;
}

std::function<Computed(const Json&)> runner_of(const std::string& name, const Json& inputs) {
  static const std::map<std::string, std::function<Computed(const Json&)>> kSpecial = {
      {"two-queries-wrong-axis", wrong_axis}, {"ticket-triage-scores-times-8", one_row}, {"mask-bugs", mask_bugs},
      {"fully-masked-row", masked_scores},    {"large-finite-scores", masked_scores},
  };
  if (const auto found = kSpecial.find(name); found != kSpecial.end()) return found->second;
  const bool head = inputs.contains("q") && inputs.contains("k") && inputs.contains("v");
  const bool projected =
      inputs.contains("x") && inputs.contains("wq") && inputs.contains("wk") && inputs.contains("wv");
  if (head || projected) return whole_head;
  return nullptr;
}

}  // namespace

TEST_CASE("oracle: every case of attention.json") {
  const Json cases = load_oracle("attention.json");
  std::set<std::string> names;
  for (const Json& one : cases) {
    const auto name = one.at("name").get<std::string>();
    INFO("case " << name);
    REQUIRE(names.insert(name).second);
    const auto run = runner_of(name, one.at("inputs"));
    REQUIRE(run);
    REQUIRE(one.at("tolerance").get<double>() <= kTolerance);
    require_all(one.at("expected"), run(one.at("inputs")));
  }
  // The ones that the lesson quotes: a file that lost one would otherwise pass.
  for (const char* name : {"single-query",
                           "single-query-value-replaced",
                           "two-queries-value-width-1",
                           "zero-queries",
                           "values-shifted-by-5",
                           "two-queries-wrong-axis",
                           "ticket-triage",
                           "ticket-triage-causal",
                           "ticket-triage-unscaled",
                           "ticket-triage-scores-times-8",
                           "bank-session-transfer",
                           "bank-session-transfer-unscaled",
                           "bank-session-new-device",
                           "bank-session-new-device-causal",
                           "mask-bugs",
                           "fully-masked-row",
                           "large-finite-scores",
                           "random-4",
                           "random-masked-4",
                           "causal-top-left",
                           "causal-bottom-right"}) {
    INFO("case " << name);
    REQUIRE(names.count(name) == 1);
  }
}

TEST_CASE("oracle: a comparison does not let NaN or infinity pass") {
  REQUIRE(!(difference(rows({{kNaN}}), rows({{1}})) <= 1));
  REQUIRE(!(difference(rows({{1}}), rows({{1, 2}})) <= 1));
  REQUIRE(!(difference(rows({{kInfinity}}), rows({{kInfinity}})) <= 1));
  REQUIRE(difference(rows({{1, 2}}), rows({{1, 2.5}})) == 0.5);
  REQUIRE(same(kNaN, -kNaN));
  REQUIRE(!same(0.0, -0.0));
}

}  // namespace lesson::test
