#include "core/triage/utf8.hpp"
#include "tests/core/support.hpp"

namespace lesson::test {

using triage::utf8_length;

TEST_CASE("triage utf8: characters of each length, and the edges of what there is") {
  REQUIRE(utf8_length("a", 0) == 1);
  REQUIRE(utf8_length("\x7F", 0) == 1);
  REQUIRE(utf8_length("\xC2\x80", 0) == 2);
  REQUIRE(utf8_length("a\xC3\xBC", 1) == 2);
  REQUIRE(utf8_length("\xE0\xA0\x80", 0) == 3);
  REQUIRE(utf8_length("\xED\x9F\xBF", 0) == 3);
  REQUIRE(utf8_length("\xF0\x90\x80\x80", 0) == 4);
  REQUIRE(utf8_length("\xF4\x8F\xBF\xBF", 0) == 4);
}

TEST_CASE("triage utf8: what is none") {
  for (const char* bad :
       {"\x80", "\xC0\x80", "\xC1\xBF", "\xC3", "\xC3\x41", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xE2\x82",
        "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xF0\x90\x80", "\xFF"}) {
    REQUIRE(utf8_length(bad, 0) == 0);
  }
}

}  // namespace lesson::test
