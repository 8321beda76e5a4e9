#include "core/triage/ticket.hpp"
#include "tests/core/support.hpp"

namespace lesson::test {

using namespace lesson::triage;
using Words = std::vector<std::string>;

TEST_CASE("triage ticket: words of a text") {
  REQUIRE(words_of("Bag delayed, REFUND!") == Words{"bag", "delayed", "refund"});
  REQUIRE(words_of("gate 12b") == Words{"gate", "12b"});
  REQUIRE(words_of("Grüße, Zoë") == Words{"grüße", "zoë"});
  REQUIRE(words_of("bag[mask]now") == Words{"bag", "[mask]", "now"});
  REQUIRE(words_of("[mas k]") == Words{"mas", "k"});
  REQUIRE(words_of(" \n.,; ").empty());
  REQUIRE(words_of("").empty());
}

TEST_CASE("triage ticket: what is over the most is not read") {
  std::string text;
  for (int i = 0; i < 40; ++i) text += "w" + std::to_string(i) + " ";
  REQUIRE(words_of(text).size() == static_cast<std::size_t>(kMostWords));
  REQUIRE(words_of(text).back() == "w23");
  REQUIRE(words_of(text, 30).size() == 30);
}

TEST_CASE("triage ticket: words and indices there and back") {
  const Words vocabulary{std::string(kMaskWord), "bag", "refund"};
  const auto indices = indices_of({"refund", "unicorn", "bag"}, vocabulary);
  REQUIRE(indices == std::vector<Index>{2, kMask, 1});
  REQUIRE(text_of({indices, 0, -1}, vocabulary) == "refund [mask] bag");
  REQUIRE(indices_of(words_of(text_of({indices, 0, -1}, vocabulary)), vocabulary) == indices);
  REQUIRE(text_of({}, vocabulary).empty());
}

}  // namespace lesson::test
