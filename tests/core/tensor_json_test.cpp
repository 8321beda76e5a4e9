#include "core/tensor/json.hpp"
#include "tests/core/tensor_support.hpp"

namespace lesson::test {

TEST_CASE("json: what Python wrote") {
  const auto file = fixture("named.json");
  const auto tensors = parse_json({reinterpret_cast<const char*>(file.data()), file.size()}, "named");
  REQUIRE(tensors.ok());
  const auto expected = expected_of("named.json");
  REQUIRE(tensors->size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) require_is((*tensors)[i], expected[i]);
}

TEST_CASE("json: names in any script, a table without a name, an empty object") {
  const auto tensors = parse_json(R"({"\u00e9\ud83d\ude00\n": [1], "": [Infinity, -Infinity]})", "x");
  REQUIRE(tensors.ok());
  REQUIRE((*tensors)[0].name == "\u00e9\U0001F600\n");
  REQUIRE(number_at((*tensors)[1], 1) == -kInfinity);
  REQUIRE(parse_json("[1]", "q")->front().name == "q");
  require_refused(parse_json("{}", "q"), "json-no-tensor", {"q"}, {});
  require_refused(parse_json(R"({"a": 1, "a": 2})", "q"), "tensor-name", {"a"}, {"twice"});
}

TEST_CASE("json: what is none is refused where it stops to be") {
  for (const char* text : {"",
                           "[1",
                           "[1,]",
                           "[,1]",
                           "[1 2]",
                           "{\"a\"}",
                           "{\"a\":}",
                           "{\"a\":1,}",
                           "{,}",
                           "[1]]",
                           "[1] 2",
                           "nul",
                           "{\"a\u0001\": 1}",
                           "{\"\\x\": 1}",
                           "{\"\\ud800\": 1}",
                           "{a: 1}",
                           "[tru]",
                           "\"",
                           "[-]",
                           "]"}) {
    INFO(text);
    require_refused(parse_json(text, "q"), "json-broken", {"q"}, {});
  }
  require_refused(parse_json("{\"" + std::string(2000, 'a') + "\": 1}", "q"), "json-broken", {"q"}, {});
  require_refused(parse_json(R"({"q": "text"})", "x"), "json-value", {"q"}, {"text"});
  require_refused(parse_json("[null]", "x"), "json-value", {"x"}, {"null"});
  require_refused(parse_json(R"([{"a": 1}])", "x"), "json-value", {"x"}, {"object"});
  std::string deep;
  for (int i = 0; i < 100000; ++i) deep += "{\"a\":";
  require_refused(parse_json(deep, "x"), "json-value", {"a"}, {"object"});
}

TEST_CASE("json: accepts no table that another reader refuses, and reads the same numbers") {
  Random random(11);
  const std::string alphabet = "[[]],,1205.-e true{}\":";
  int accepted = 0;
  for (int run = 0; run < 20000; ++run) {
    std::string text = "[";
    for (Index left = random.integer(0, 8); left > 0; --left) {
      text += alphabet[static_cast<std::size_t>(random.integer(0, static_cast<Index>(alphabet.size()) - 1))];
    }
    text += "]";
    const auto ours = parse_json(text, "q");
    if (!ours.ok()) continue;
    // Numbers such as "1." and ".5" are ours alone.
    const auto theirs = nlohmann::json::parse(text, nullptr, false);
    if (theirs.is_discarded()) {
      INFO(text);
      REQUIRE(text.find_first_of(".0-") != std::string::npos);
      continue;
    }
    ++accepted;
    REQUIRE(!theirs.is_object());
  }
  REQUIRE(accepted > 50);
}

}  // namespace lesson::test
