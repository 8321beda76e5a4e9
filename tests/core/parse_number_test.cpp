#include <algorithm>
#include <cstdio>

#include "core/parse.hpp"
#include "tests/core/support.hpp"

namespace lesson::test {
namespace {

using namespace std::string_literals;

double parsed(const std::string& text) {
  INFO("text " << text);
  const auto number = parse_number(text);
  REQUIRE(number.ok());
  return *number;
}

// Every lead byte is followed by as many continuation bytes as it says, and no other byte is one.
bool is_utf8(const std::string& text) {
  int expected = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool continues = (byte & 0xC0U) == 0x80U;
    if (continues != (expected > 0)) return false;
    if (continues) {
      --expected;
    } else {
      expected = byte < 0x80U ? 0 : byte < 0xE0U ? 1 : byte < 0xF0U ? 2 : byte < 0xF5U ? 3 : -1;
      if (expected < 0) return false;
    }
  }
  return expected == 0;
}

void require_code(const std::string& text, const std::string& code) {
  INFO("text " << text);
  const auto number = parse_number(text, {"wq", 3, 4});
  REQUIRE(!number.ok());
  require_refused(number.error(), code, {"wq", 3, 4}, {});
}

}  // namespace

TEST_CASE("parse number: decimals") {
  REQUIRE(parsed("0.5") == 0.5);
  REQUIRE(parsed(".5") == 0.5);
  REQUIRE(parsed("5.") == 5);
  REQUIRE(parsed("-1e3") == -1000);
  REQUIRE(parsed("1E-3") == 0.001);
  REQUIRE(parsed("+2") == 2);
  REQUIRE(parsed("  7\t\n") == 7);
  REQUIRE(parsed("\u00A07\u202F") == 7);
  REQUIRE(parsed("007") == 7);
  REQUIRE(parsed("\u22123") == -3);
  REQUIRE(parsed("1e\u22123") == 0.001);
  REQUIRE(parsed("1e-999") == 0);
  REQUIRE(same(parsed("-0"), -0.0));
}

TEST_CASE("parse number: a plain decimal is rounded to the nearest binary64") {
  // 2^53 + 1 lies half way: to even. One more digit breaks the tie. The largest number, the smallest, and half of it.
  REQUIRE(parsed("9007199254740993") == 9007199254740992.0);
  REQUIRE(parsed("9007199254740993.0000000000000000000000000000000001") == 9007199254740994.0);
  REQUIRE(parsed("1.7976931348623157e308") == kLargest);
  REQUIRE(parsed("1.7976931348623158e308") == kLargest);
  REQUIRE(parsed("4.9e-324") == 0x1p-1074);
  REQUIRE(parsed("2.4e-324") == 0);
  REQUIRE(parsed("2.2250738585072011e-308") == 0x0.fffffffffffffp-1022);
  REQUIRE(parsed("0.1") == 0.1);
}

TEST_CASE("parse number: what 17 digits print is read back to the last bit") {
  Random random(50);
  for (int run = 0; run < 2000; ++run) {
    const double number = std::ldexp(random.between(-1, 1), static_cast<int>(random.integer(-900, 900)));
    char text[40];
    std::snprintf(text, sizeof text, "%.17g", number);
    REQUIRE(same(parsed(text), number));
  }
}

TEST_CASE("parse number: decimal commas") {
  REQUIRE(parsed("0,5") == 0.5);
  REQUIRE(parsed("1,5") == 1.5);
  REQUIRE(parsed("-12,34") == -12.34);
  REQUIRE(parsed(",5") == 0.5);
  REQUIRE(parsed("0,125") == 0.125);
  REQUIRE(parsed("1234,567") == 1234.567);
  REQUIRE(parsed("1,5e3") == 1500);
  REQUIRE(parsed("1,0000") == 1);
}

TEST_CASE("parse number: a comma that may part thousands is not guessed") {
  for (const char* text :
       {"1,000", "12,345", "123,456", "1,000,000", "1,000.5", "1.000,5", "-1,000", "1,000e3", "1,5,2"}) {
    require_code(text, "number-comma");
  }
  require_refused(parse_number("1,000"), "number-comma", {"number"}, {"1,000"});
}

TEST_CASE("parse number: fractions and roots") {
  REQUIRE(parsed("1/3") == 1.0 / 3);
  REQUIRE(parsed("-3/4") == -0.75);
  REQUIRE(parsed("1 / 3") == 1.0 / 3);
  REQUIRE(parsed("sqrt(2)") == std::sqrt(2.0));
  REQUIRE(parsed("SQRT ( 2 )") == std::sqrt(2.0));
  REQUIRE(parsed("√2") == std::sqrt(2.0));
  REQUIRE(parsed("√(2+2)") == 2);
  REQUIRE(parsed("√√16") == 2);
  REQUIRE(parsed("-√4") == -2);
  REQUIRE(parsed("sqrt(2)/2") == std::sqrt(2.0) / 2);
  REQUIRE(parsed("1/√3") == 1 / std::sqrt(3.0));
}

TEST_CASE("parse number: expressions from left to right with powers first and from the right") {
  REQUIRE(parsed("1+2*3") == 7);
  REQUIRE(parsed("(1+2)*3") == 9);
  REQUIRE(parsed("8/4/2") == 1);
  REQUIRE(parsed("8-4-2") == 2);
  REQUIRE(parsed("2^3^2") == 512);
  REQUIRE(parsed("-2^2") == -4);
  REQUIRE(parsed("2^-1") == 0.5);
  REQUIRE(parsed("2*-3") == -6);
  REQUIRE(parsed("2--3") == 5);
  REQUIRE(parsed("2×3·4÷6−1") == 3);
  REQUIRE(parsed("0.1+0.2") == 0.1 + 0.2);
  REQUIRE(parsed("(-8)^3") == -512);
  REQUIRE(parsed("√4^2") == 4);
}

TEST_CASE("parse number: constants and what is not finite") {
  REQUIRE(parsed("pi") == 3.141592653589793);
  REQUIRE(parsed("PI/2") == 3.141592653589793 / 2);
  REQUIRE(parsed("π") == 3.141592653589793);
  REQUIRE(parsed("e") == 2.718281828459045);
  REQUIRE(parsed("2*e") == 2 * 2.718281828459045);
  REQUIRE(parsed("inf") == kInfinity);
  REQUIRE(parsed("-inf") == -kInfinity);
  REQUIRE(parsed("∞") == kInfinity);
  REQUIRE(parsed("-∞") == -kInfinity);
  REQUIRE(parsed("Infinity") == kInfinity);
  REQUIRE(std::isnan(parsed("nan")));
  REQUIRE(std::isnan(parsed("NaN")));
  REQUIRE(std::isnan(parsed("inf-inf")));
  REQUIRE(parsed("1/inf") == 0);
  REQUIRE(parsed("inf+1") == kInfinity);
}

TEST_CASE("parse number: nothing but spaces") {
  for (const std::string& text : {""s, " "s, "\t\n "s, "\u00A0\uFEFF"s}) require_code(text, "number-empty");
}

TEST_CASE("parse number: unreadable text says from which character") {
  const std::pair<const char*, const char*> cases[] = {
      {"1//2", "character 3"}, {"--5", "character 2"},   {"2 3", "character 3"}, {"1.2.3", "character 4"},
      {"٣", "character 1"},    {"√٣", "character 2"},    {"abc", "character 1"}, {"1e", "character 2"},
      {"2pi", "character 2"},  {"1)", "character 2"},    {"∞∞", "character 2"},  {"1,,2", "character 3"},
      {"1,", "character 2"},   {".", "character 1"},     {",", "character 1"},   {"1..2", "character 3"},
      {"0x10", "character 2"}, {"1_000", "character 2"}, {"e5", "character 2"},  {"sqrt2", "character 5"},
      {"5%", "character 2"},   {"²", "character 1"},     {"* 2", "character 1"},
  };
  for (const auto& [text, where] : cases) {
    INFO("text " << text);
    require_refused(parse_number(text), "number-unreadable", {"number"}, {where, text});
  }
  REQUIRE(parsed("(1,2)") == 1.2);
}

TEST_CASE("parse number: text that ends too early") {
  for (const char* text : {"1+", "1/", "2^", "-", "+", "sqrt", "√"}) {
    INFO("text " << text);
    require_refused(parse_number(text), "number-unreadable", {"number"}, {"ends too early", text});
  }
  for (const char* text : {"(", "sqrt("}) require_code(text, "number-unreadable");
  require_refused(parse_number("(1+2"), "number-unreadable", {"number"}, {"character 1", "never closed"});
  require_refused(parse_number("2*sqrt(2"), "number-unreadable", {"number"}, {"character 7", "never closed"});
}

TEST_CASE("parse number: what has no result") {
  for (const char* text : {"1/0", "0/0", "1/(2-2)", "inf/0", "0^-1", "1/-0", "1÷0"})
    require_code(text, "number-division");
  for (const char* text : {"sqrt(-1)", "√-1", "√(-4)", "(-8)^(1/3)", "sqrt(-inf)"}) require_code(text, "number-root");
  for (const char* text : {"1e999", "-1e309", "1e308*10", "2^1024", "1e308+1e308", "1/1e-310"}) {
    require_code(text, "number-overflow");
  }
  require_refused(parse_number("1e999"), "number-overflow", {"number"}, {"1e999", "1.8e308"});
}

TEST_CASE("parse number: too long or too deep") {
  REQUIRE(parsed(std::string(63, '0') + "7") == 7);
  require_code(std::string(64, '0') + "7", "number-too-long");
  require_code(std::string(1000000, '9'), "number-too-long");
  require_refused(parse_number(std::string(65, '1')), "number-too-long", {"number"}, {"65", "64"});
  REQUIRE(parsed("  " + std::string(64, '1') + std::string(100, ' ')) > 1e63);

  REQUIRE(parsed(std::string(16, '(') + "1" + std::string(16, ')')) == 1);
  require_code(std::string(17, '(') + "1" + std::string(17, ')'), "number-too-long");
  require_code(std::string(64, '('), "number-too-long");
  require_code(std::string(100000, '('), "number-too-long");
  std::string roots;
  for (int i = 0; i < 63; ++i) roots += "√";
  REQUIRE(parsed(roots + "1") == 1);
  require_code(roots + "√1", "number-too-long");
  // Brackets beside each other are not deep.
  REQUIRE(parsed("(1)+(1)+(1)+(1)+(1)+(1)+(1)+(1)+(1)+(1)+(1)+(1)+(1)+(1)") == 14);
}

TEST_CASE("parse number: bytes that are no text") {
  for (const std::string& text : {"1\0"s, "\0"s, "1\0002"s, "\xff"s, "1\xc3"s, "\xe2\x88"s, "\xf0\x9f\x98"s,
                                  "\xed\xa0\x80"s, "1\x80\x80"s, "\xc0\xaf"s, "sqrt\0(2)"s}) {
    require_code(text, "number-unreadable");
  }
}

TEST_CASE("parse number: what is no UTF-8 is quoted byte by byte as question marks") {
  // Cut short, a surrogate, an overlong slash, past the last code point, a lone continuation.
  for (const std::string& text :
       {"\xe2\x88"s, "\xed\xa0\x80"s, "\xc0\xaf"s, "\xe0\x80\xaf"s, "\xf4\x90\x80\x80"s, "\x80"s}) {
    std::string marks(text.size() + 2, '?');
    marks.front() = marks.back() = '"';
    require_refused(parse_number(text), "number-unreadable", {"number"}, {marks, "character 1"});
  }
  require_refused(parse_number("1\xed\xa0\x80\xff"
                               "2"),
                  "number-unreadable", {"number"}, {"\"1????2\"", "character 2"});
  require_refused(parse_number("a\tb"), "number-unreadable", {"number"}, {"\"a?b\""});
}

TEST_CASE("parse number: messages are valid UTF-8 without control characters whatever was typed") {
  Random random(51);
  int refused = 0;
  for (int run = 0; run < 20000; ++run) {
    std::string text;
    const std::string alphabet = "0123456789.,+-*/^()eE piqsrtnaf\xe2\x88\x9a\x92\xc2\xb7\xff"s + '\0';
    for (Index length = random.integer(0, 70); length > 0; --length) {
      text += alphabet[static_cast<std::size_t>(random.integer(0, static_cast<Index>(alphabet.size()) - 1))];
    }
    // The view is of an exact copy on the heap, so that the sanitizer sees a read past its end.
    const std::vector<char> exact(text.begin(), text.end());
    const auto number = parse_number({exact.data(), exact.size()});
    if (number.ok()) continue;
    ++refused;
    const std::string& message = number.error().message;
    REQUIRE(std::none_of(message.begin(), message.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }));
    REQUIRE(is_utf8(message));
  }
  REQUIRE(refused > 10000);
}

TEST_CASE("parse number: random expressions agree with arithmetic") {
  Random random(52);
  int finite = 0;
  for (int run = 0; run < 3000; ++run) {
    const auto a = static_cast<int>(random.integer(-99, 99)), b = static_cast<int>(random.integer(1, 99)),
               c = static_cast<int>(random.integer(1, 9));
    const std::string x = std::to_string(a), y = std::to_string(b), z = std::to_string(c);
    const double p = a, q = b, r = c;
    REQUIRE(same(parsed(x + "/" + y + "+" + z), p / q + r));
    REQUIRE(same(parsed(x + "-" + y + "*" + z), p - q * r));
    REQUIRE(same(parsed("(" + x + "-" + y + ")/" + z), (p - q) / r));
    REQUIRE(same(parsed(x + "*sqrt(" + y + ")/" + z), p * std::sqrt(q) / r));
    ++finite;
  }
  REQUIRE(finite == 3000);
}

}  // namespace lesson::test
