#include "core/multihead.hpp"
#include "core/triage/classifier.hpp"
#include "tests/core/triage_support.hpp"

namespace lesson::test {

using namespace lesson::triage;

namespace {

const std::vector<std::vector<Index>> kTickets{{1, 2, 3}, {4, 0, 5, 6}, {2}};

ModelOptions any_model(Random& random) {
  const Index heads = random.integer(1, 4);
  return {.width = heads * random.integer(1, 4) * (heads < 4 ? 4 : 1),
          .heads = heads,
          .blocks = random.integer(1, 2),
          .pooling = static_cast<Pooling>(random.integer(0, 2)),
          .uniform = false,
          .seed = 1};
}

}  // namespace

TEST_CASE("triage classifier: its blocks are those of block.hpp") {
  Random random(51);
  for (int run = 0; run < 30; ++run) {
    const Classifier model = random_classifier(random, any_model(random));
    const Run made = forward(model, embed(model, kTickets));
    for (Index b = 0; b < made.rows.count(); ++b) {
      Matrix x = made.rows.x.middleRows(made.rows.start(b), made.rows.length(b));
      for (std::size_t l = 0; l < model.blocks.size(); ++l) {
        const auto trace = block(x, model.blocks[l]);
        REQUIRE(trace.ok());
        x = trace->output;
        const Matrix output = made.blocks[l].output.middleRows(made.rows.start(b), made.rows.length(b));
        // They differ in the exponential alone, by 3 units; numbers here stay below about 100.
        REQUIRE(difference(output, x) <= 1e-12);
        for (Index h = 0; h < model.options.heads; ++h) {
          const auto at = static_cast<std::size_t>(b * model.options.heads + h);
          REQUIRE(difference(made.blocks[l].weights[at],
                             trace->attention.heads[static_cast<std::size_t>(h)].attention.weights) <= 1e-13);
        }
      }
    }
  }
}

TEST_CASE("triage classifier: a ticket is the same alone and among others") {
  Random random(52);
  for (int run = 0; run < 30; ++run) {
    const Classifier model = random_classifier(random, any_model(random));
    const Run together = forward(model, embed(model, kTickets));
    for (std::size_t b = 0; b < kTickets.size(); ++b) {
      const Run alone = forward(model, embed(model, {kTickets[b]}));
      const Matrix row = together.probabilities.row(static_cast<Index>(b));
      REQUIRE(same(row, alone.probabilities));
      REQUIRE(std::abs(row.sum() - 1) <= 1e-15);
      REQUIRE(std::abs(map_of(model, reading_of(model, alone, 0)).sum() - 1) <= 1e-14);
    }
  }
}

TEST_CASE("triage classifier: read again with its own weights, nothing moves") {
  Random random(53);
  for (int run = 0; run < 30; ++run) {
    const Classifier model = random_classifier(random, any_model(random));
    const Run made = forward(model, embed(model, kTickets));
    std::vector<Reading> own, flat;
    for (Index b = 0; b < 3; ++b) {
      own.push_back(reading_of(model, made, b));
      flat.push_back(own.back());
      for (Matrix& m : flat.back()) m.setConstant(1 / static_cast<double>(m.cols()));
    }
    REQUIRE(same(reread(model, made, own).probabilities, made.probabilities));
    const Run other = reread(model, made, flat);
    REQUIRE(difference(other.pooled, made.pooled) > 1e-6);
    // What one word reads is one word, whatever the weights.
    REQUIRE(same(Matrix(other.probabilities.row(2)), Matrix(made.probabilities.row(2))));
    // The same as a model that was made to be uniform there.
    Classifier uniform = model;
    uniform.options.uniform = true;
    const Run forced = forward(uniform, embed(uniform, kTickets));
    REQUIRE(same(forced.probabilities, other.probabilities));
    REQUIRE(difference(map_of(uniform, reading_of(uniform, forced, 1)), Vector::Constant(4, 0.25)) <= 1e-16);
  }
}

TEST_CASE("triage classifier: two weightings with the same output, exactly") {
  // Values (1,0), (0,1), (.5,.5): weights (0,0,1) and (.5,.5,0) cannot be told apart by what they give.
  const Matrix values = rows({{1, 0}, {0, 1}, {0.5, 0.5}});
  const Matrix one = rows({{0, 0, 1}}) * values, other = rows({{0.5, 0.5, 0}}) * values;
  REQUIRE(same(one, rows({{0.5, 0.5}})));
  REQUIRE(same(one, other));
}

TEST_CASE("triage classifier: parts name each number once") {
  const ModelOptions options{.width = 8, .heads = 2, .blocks = 2};
  Classifier model = make_classifier(options, 10, 4);
  std::size_t count = 0;
  for (const Part& part : parts(model)) count += part.numbers.size();
  // words, places, 2 blocks of 4 maps, 2 norms and a feed-forward of twice the width, reader, head
  const std::size_t block = 4 * (64 + 8) + 2 * 16 + (128 + 16) + (128 + 8);
  REQUIRE(count == 80 + 24 * 8 + 2 * block + 8 + 32 + 4);
  REQUIRE(same(make_classifier(options, 10, 4).blocks[1].attention.wk, model.blocks[1].attention.wk));
  ModelOptions another = options;
  another.seed = 2;
  REQUIRE(!same(make_classifier(another, 10, 4).words, model.words));
}

TEST_CASE("triage classifier: models of other sizes are refused") {
  require_refused(check_model({.heads = 0}), "heads-below-one", {"heads"}, {"0", "1"});
  require_refused(check_model({.heads = 5}), "model-size", {"heads"}, {"5", "4"});
  require_refused(check_model({.width = 2}), "model-size", {"width"}, {"2", "64"});
  require_refused(check_model({.width = 65}), "model-size", {"width"}, {"65"});
  require_refused(check_model({.width = 16, .heads = 3}), "heads-divide", {"heads"}, {"16", "3"});
  require_refused(check_model({.blocks = 3}), "model-size", {"blocks"}, {"3"});
  REQUIRE(!check_model({}).has_value());
}

}  // namespace lesson::test
