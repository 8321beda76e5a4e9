#include "core/doctor/seen.hpp"
#include "tests/core/doctor_support.hpp"

namespace lesson::test {
namespace {

SeenFinding found(const Files& files, const std::string& id) {
  const auto all = take_in(files.given(), {});
  REQUIRE(all.ok());
  const auto findings = check_seen(*all);
  REQUIRE(findings.ok());
  for (const SeenFinding& one : *findings) {
    if (id == one.id) return one;
  }
  FAIL(id);
  return {};
}

}  // namespace

TEST_CASE("seen: right weights and outputs pass, and mistakes fail what they break") {
  Random random(31);
  const std::vector<Setup> batch = {random_heads(random, 2, 3, 3), random_heads(random, 2, 3, 3)};
  for (const char* id : {"rows-sum-to-one", "convex-mixing", "weights-mix-values", "columns-free"}) {
    REQUIRE(found(files_of(batch), id).finding.verdict == Verdict::Pass);
  }
  REQUIRE(found(files_of(batch), "forbidden-mass").finding.verdict == Verdict::NotApplicable);
  REQUIRE(found(files_of(batch, recipe_of("softmax-over-queries")), "rows-sum-to-one").finding.verdict ==
          Verdict::Fail);
  REQUIRE(found(files_of(batch, recipe_of("softmax-over-queries")), "columns-free").finding.verdict == Verdict::Fail);
  REQUIRE(found(files_of(batch, recipe_of("heads-averaged")), "weights-mix-values").finding.verdict == Verdict::Fail);
  Files files = files_of(batch);
  files.weights.bytes[files.weights.bytes.size() - 1] ^= 0x80;  // the sign of the last weight
  const SeenFinding broken = found(files, "rows-sum-to-one");
  REQUIRE(broken.sequence == 1);
  REQUIRE(broken.finding.head == 1);
  REQUIRE(broken.finding.row == 2);
}

}  // namespace lesson::test
