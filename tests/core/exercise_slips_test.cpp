#include <set>

#include "core/exercise/slips.hpp"
#include "core/mistakes/catalogue.hpp"
#include "tests/core/support.hpp"

namespace lesson::test {

TEST_CASE("slips: each once, each with a sentence") {
  std::set<std::string> ids, words;
  for (const Slip& slip : slips()) {
    INFO(slip.id);
    ids.insert(slip.id);
    words.insert(slip.description);
    REQUIRE(std::string(slip.description).size() > 15);
    REQUIRE(std::string(slip.description).back() == '.');
    REQUIRE(find_slip(slip.id) == &slip);
  }
  REQUIRE(ids.size() == slips().size());
  REQUIRE(words.size() == slips().size());
  REQUIRE(find_slip("none") == nullptr);
  REQUIRE(find_slip("") == nullptr);
}

TEST_CASE("slips: those of the fault library are its own, word for word") {
  int shared = 0;
  for (const Mistake& one : mistakes()) {
    const Slip* const slip = find_slip(one.id);
    if (!slip) continue;
    ++shared;
    REQUIRE(std::string(slip->description) == one.description);
  }
  REQUIRE(shared == 14);
}

}  // namespace lesson::test
