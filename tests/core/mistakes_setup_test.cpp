#include "core/mistakes/setup.hpp"
#include "tests/core/layers.hpp"
#include "tests/core/setups.hpp"

namespace lesson::test {

TEST_CASE("setup: all masks together") {
  Setup setup = on_bench("causal");
  setup.padding = flags({{1, 0, 0, 0}});
  setup.blocked = Flags::Zero(4, 4);
  setup.blocked(3, 2) = 1;
  REQUIRE((blocked_by(setup).array() == flags({{1, 1, 1, 1}, {1, 0, 1, 1}, {1, 0, 0, 1}, {1, 0, 1, 0}}).array()).all());
  REQUIRE((blocked_by(on_bench("plain")).array() == 0).all());
}

TEST_CASE("setup: padding takes no position, unless it is counted (mistake 18)") {
  Setup setup = on_bench("padded");  // N = M = 4
  setup.padding = flags({{1, 1, 0, 0}});
  setup.key_offset = setup.query_offset = 0;
  REQUIRE(positions_of(setup).keys == std::vector<Index>{0, 0, 0, 1});
  REQUIRE(positions_of(setup).queries == std::vector<Index>{0, 0, 0, 1});
  REQUIRE(positions_of(setup, true).keys == std::vector<Index>{0, 1, 2, 3});
  Setup fewer = on_bench("fewer-queries");
  fewer.query_offset = 3;
  REQUIRE(positions_of(fewer).queries == std::vector<Index>{3, 4});
  REQUIRE(positions_of(fewer).keys == std::vector<Index>{0, 1, 2, 3, 4});
}

TEST_CASE("setup: from tokens, by the projections of multihead") {
  Random random(12);
  MultiheadWeights weights;
  weights.heads = 2;
  weights.wq = random.matrix(4, 4);
  weights.wk = random.matrix(4, 4);
  weights.wv = random.matrix(4, 4);
  weights.wo = random.matrix(4, 4);
  weights.bq = Vector(random.matrix(4, 1));
  weights.bo = Vector(random.matrix(4, 1));
  const Matrix x = random.matrix(3, 4);
  const auto setup = setup_of(x, weights);
  REQUIRE(setup.ok());
  const auto expected = multihead(x, weights);
  REQUIRE(expected.ok());
  REQUIRE(same(computed(*setup).output, expected->output));
  weights.heads = 3;
  require_refused(setup_of(x, weights), "heads-divide", {"heads"}, {"4", "3"});
}

TEST_CASE("setup: every input that does not fit is refused") {
  const auto refused = [](const char* code, const Place& where, std::initializer_list<std::string> named,
                          void (*spoil)(Setup&)) {
    Setup setup = on_bench("heads");  // 2 heads of K = V = 4, N = M = 3
    REQUIRE(!check_setup(setup));
    spoil(setup);
    require_refused(check_setup(setup), code, where, named);
    REQUIRE(!compute(setup).ok());
  };
  refused("heads-below-one", {"heads"}, {"0"}, [](Setup& s) { s.heads = 0; });
  refused("heads-below-one", {"kvHeads"}, {"-1"}, [](Setup& s) { s.kv_heads = -1; });
  refused("kv-heads-divide", {"kvHeads"}, {"2", "4"}, [](Setup& s) { s.kv_heads = 4; });
  refused("heads-divide", {"q"}, {"7", "2"}, [](Setup& s) { s.q = Matrix::Zero(3, 7); });
  refused("heads-divide", {"v"}, {"5"}, [](Setup& s) { s.v = Matrix::Zero(3, 5); });
  refused("query-key-width", {"k"}, {"4", "3"}, [](Setup& s) { s.k = Matrix::Zero(3, 6); });
  refused("key-value-length", {"v"}, {"3", "2"}, [](Setup& s) { s.v = Matrix::Zero(2, 8); });
  refused("padding-length", {"padding"}, {"(1, 2)", "3"}, [](Setup& s) { s.padding = Flags::Zero(1, 2); });
  refused("blocked-shape", {"blocked"}, {"2"}, [](Setup& s) { s.blocked = Flags::Zero(2, 3); });
  refused("scale-not-finite", {"scale"}, {}, [](Setup& s) { s.scale = kNaN; });
  refused("negative-offset", {"queryOffset"}, {"-1"}, [](Setup& s) { s.query_offset = -1; });
  refused("negative-offset", {"keyOffset"}, {"-7"}, [](Setup& s) { s.key_offset = -7; });
  refused("inner-width", {"wo"}, {"8", "3"}, [](Setup& s) { s.wo = Matrix::Zero(3, 3); });
  refused("vector-length", {"bo"}, {"2", "5"}, [](Setup& s) { s.wo = Matrix::Zero(8, 5), s.bo = Vector::Zero(2); });
  refused("eps-negative", {"norm.eps"}, {"-1"}, [](Setup& s) { s.norm_eps = -1; });
  refused("odd-width", {"positions.codes"}, {"3"}, [](Setup& s) {
    s.q = s.k = Matrix::Zero(3, 6);
    s.positions = Positions::Rotary;
  });
  refused("base-out-of-range", {"positions.base"}, {}, [](Setup& s) { s.positions = Positions::Sinusoid, s.base = 0; });
  refused("too-large", {"q"}, {"33554432"}, [](Setup& s) {
    s.q = Matrix::Zero(2000, 8);
    s.k = s.v = Matrix::Zero(2000, 8);
  });
  refused("too-large", {"q"}, {}, [](Setup& s) {  // each matrix is small, their copies by heads are not
    s = Setup();
    s.heads = 64;
    s.q = Matrix::Zero(1, 64);
    s.k = Matrix::Zero(60000, 1);
    s.v = Matrix::Zero(60000, 32);
  });
  refused("too-large", {"q"}, {}, [](Setup& s) {  // many heads of nothing
    s = Setup();
    s.heads = 1000000;
    s.q = Matrix(0, 1000000);
    s.k = s.v = Matrix::Zero(1, 1);
  });
  refused("padding-length", {"padding"}, {"(1, 0)"}, [](Setup& s) { s.padding = Flags(1, 0); });
}

}  // namespace lesson::test
