// The way back, against finite differences, against attention_backward, and against NumPy's complex steps.
#include "core/gradient.hpp"
#include "core/triage/adam.hpp"
#include "core/triage/backward.hpp"
#include "tests/core/oracle.hpp"
#include "tests/core/triage_slope.hpp"
#include "tests/core/triage_support.hpp"

namespace lesson::test {

using namespace lesson::triage;

namespace {

using Tickets = std::vector<std::vector<Index>>;

Gradient full_gradient(const Classifier& model, const Run& run, const Tickets& tickets, const Matrix& d_logits) {
  Gradient gradient = backward(model, run, d_logits);
  into_tables(model, tickets, gradient);
  return gradient;
}

Pooling pooling_of(const std::string& name) {
  if (name == "attention") return Pooling::Attention;
  if (name == "mean") return Pooling::Mean;
  REQUIRE(name == "first");
  return Pooling::First;
}

}  // namespace

TEST_CASE("triage backward: every number against finite differences") {
  Random random(61);
  const Tickets tickets{{1, 2, 3, 2}, {4, 0}, {5}};
  const std::vector<Index> queues{0, 2, 1};
  for (const Pooling pooling : {Pooling::Attention, Pooling::Mean, Pooling::First}) {
    for (const bool uniform : {false, true}) {
      const ModelOptions options{
          .width = 4, .heads = 2, .blocks = pooling == Pooling::Mean ? 1 : 2, .pooling = pooling, .uniform = uniform};
      Classifier model = random_classifier(random, options, 6);
      const Run run = forward(model, embed(model, tickets));
      Gradient gradient = full_gradient(model, run, tickets, loss_gradient(run, queues));
      const auto x = parts(model), d = parts(gradient.weights);
      REQUIRE(x.size() == d.size());
      const auto loss = [&] { return loss_of(forward(model, embed(model, tickets)), queues); };
      for (std::size_t p = 0; p < x.size(); ++p) {
        REQUIRE(x[p].name == d[p].name);
        REQUIRE(x[p].numbers.size() == d[p].numbers.size());
        for (std::size_t i = 0; i < x[p].numbers.size(); i += 3) {
          INFO(x[p].name << " " << i);
          REQUIRE(relative(d[p].numbers[i], slope(x[p].numbers[i], loss)) < 1e-6);
        }
      }
    }
  }
}

TEST_CASE("triage backward: the weights of the reading layer against finite differences") {
  Random random(62);
  const Tickets tickets{{1, 2, 3, 2}};
  for (const Pooling pooling : {Pooling::Attention, Pooling::Mean, Pooling::First}) {
    const Classifier model = random_classifier(random, {.width = 8, .heads = 2, .blocks = 1, .pooling = pooling});
    const Run run = forward(model, embed(model, tickets));
    std::vector<Reading> given{reading_of(model, run, 0)};
    const auto probability = [&] { return reread(model, run, given).probabilities(0, 1); };
    const Run again = reread(model, run, given);
    const Matrix d_logits = probability_gradient(again, {1});
    const auto short_way = reading_gradient(model, again, d_logits);
    const auto long_way = backward(model, again, d_logits, true).reading;
    for (std::size_t h = 0; h < given[0].size(); ++h) {
      REQUIRE(same(short_way[0][h], long_way[0][h]));
      for (Index at = 0; at < given[0][h].size(); ++at) {
        REQUIRE(relative(short_way[0][h].data()[at], slope(given[0][h].data()[at], probability)) < 1e-6);
      }
    }
  }
}

TEST_CASE("triage backward: rows that go in, against finite differences") {
  Random random(63);
  const Classifier model = random_classifier(random, {.width = 4, .heads = 1, .blocks = 2, .pooling = Pooling::Mean});
  Rows rows = embed(model, {{1, 2, 3}});
  const Run run = forward(model, rows);
  const Matrix d = backward(model, run, probability_gradient(run, {2})).rows;
  for (Index at = 0; at < d.size(); ++at) {
    const auto probability = [&] { return forward(model, rows).probabilities(0, 2); };
    REQUIRE(relative(d.data()[at], slope(rows.x.data()[at], probability)) < 1e-6);
  }
}

TEST_CASE("triage backward: one step of attention is attention_backward") {
  // softmax_backward is shared; what is compared is the way round it, through the masked rows of gradient.hpp.
  Random random(64);
  for (int run = 0; run < 50; ++run) {
    const AttentionInputs in = random_head(random);
    const AttentionTrace trace = traced(in);
    const Matrix upstream = random.matrix(in.q.rows(), in.v.cols());
    const auto d = attention_backward(in, trace, upstream);
    REQUIRE(d.ok());
    REQUIRE(same(softmax_backward(trace.weights, d->weights), d->masked));
  }
}

TEST_CASE("triage backward: every case of triage.json") {
  int cases = 0;
  for (const Json& one : load_oracle("triage.json")) {
    const Json &in = one.at("inputs"), &expected = one.at("expected");
    INFO(one.at("name").get<std::string>());
    const double tolerance = one.at("tolerance").get<double>();
    REQUIRE(tolerance <= 1e-12);  // numbers near 1, sums in another order: thousands of roundings
    const ModelOptions options{.width = in.at("width").get<Index>(),
                               .heads = in.at("heads").get<Index>(),
                               .blocks = in.at("blocks").get<Index>(),
                               .pooling = pooling_of(in.at("pooling").get<std::string>()),
                               .uniform = in.at("uniform").get<bool>()};
    Classifier model = make_classifier(options, 7, 3);
    REQUIRE(parts(model).size() == in.at("parts").size());
    for (const Part& part : parts(model)) {
      const Json& numbers = in.at("parts").at(part.name);
      REQUIRE(numbers.size() == part.numbers.size());
      for (std::size_t i = 0; i < part.numbers.size(); ++i) part.numbers[i] = to_number(numbers[i]);
    }
    const auto tickets = in.at("tickets").get<Tickets>();
    const auto queues = in.at("queues").get<std::vector<Index>>();
    Run run = forward(model, embed(model, tickets));
    require_near(run.probabilities, to_matrix(expected.at("probabilities")), tolerance);
    for (std::size_t b = 0; b < tickets.size(); ++b) {
      const Vector map = map_of(model, reading_of(model, run, static_cast<Index>(b)));
      require_near(map.transpose(), to_matrix(expected.at("maps")[b]), tolerance);
    }
    REQUIRE(std::abs(loss_of(run, queues) - to_number(expected.at("loss"))) <= tolerance);
    Gradient gradient = full_gradient(model, run, tickets, loss_gradient(run, queues));
    for (const Part& part : parts(gradient.weights)) {
      INFO(part.name);
      const Matrix numbers = Eigen::Map<const Matrix>(part.numbers.data(), 1, static_cast<Index>(part.numbers.size()));
      require_near(numbers, to_matrix(expected.at("gradient").at(part.name)), tolerance);
    }
    Adam adam;
    for (int t = 0; t < 3; ++t) {
      if (t > 0) {
        run = forward(model, embed(model, tickets));
        gradient = full_gradient(model, run, tickets, loss_gradient(run, queues));
      }
      step(adam, 0.05, parts(model), parts(gradient.weights));
    }
    // Adam divides by the root of a squared slope: where a slope is rounding alone (the bias of the keys, which moves
    // nothing), its sign is chance, and so is the step. Neither the head nor the loss sees it.
    const Matrix out = Eigen::Map<const Matrix>(model.out.data(), 1, model.out.size());
    require_near(out, to_matrix(expected.at("out_after")), 1e-9);
    run = forward(model, embed(model, tickets));
    REQUIRE(std::abs(loss_of(run, queues) - to_number(expected.at("loss_after"))) <= 1e-9);
    ++cases;
  }
  REQUIRE(cases == 4);
}

TEST_CASE("triage backward: the norm worked by hand") {
  // Two features: the normalised row is (-1, 1) whatever they are (but for eps), and no slope gets through.
  const auto trace = layer_norm(rows({{1, 3}}), {.weight = Vector::Ones(2), .bias = Vector::Zero(2), .eps = 0});
  REQUIRE(trace.ok());
  NormWeights d;
  const NormWeights weights{Vector::Ones(2), Vector::Zero(2), 0};
  REQUIRE(same(norm_backward(*trace, weights, rows({{5, 7}}), d), rows({{0, 0}})));
  REQUIRE(same(Matrix(*d.weight), rows({{-5}, {7}})));
  REQUIRE(same(Matrix(*d.bias), rows({{5}, {7}})));
}

}  // namespace lesson::test
