#include "core/grade/read.hpp"
#include "tests/core/support.hpp"

namespace lesson::test {
namespace {

const Ask kNumber{.id = "weights", .kind = AskKind::Number, .cols = 3, .decimals = 2};
const Ask kWhole{.id = "parameters", .kind = AskKind::Whole, .cols = 3};
const Ask kPercent{.id = "share", .kind = AskKind::Number, .unit = "percent", .decimals = 1};
const Ask kMemory{.id = "memory", .kind = AskKind::Number, .unit = "MiB", .decimals = 2};
const Ask kChoice{.id = "reads", .kind = AskKind::Choice, .cols = 3, .choices = {"reads", "does-not-read"}};

double read(const std::string& text, const Ask& ask, double right = 0) {
  const auto number = read_answer(text, ask, right, {"cell"});
  INFO(text << ": " << number.error().message);
  REQUIRE(number.ok());
  return *number;
}

std::vector<TypedCell> cells(const std::vector<std::string>& texts, const Ask& ask) {
  const std::vector<double> right(texts.size());
  return read_cells(texts, ask, right.data());
}

std::vector<double> values(const std::vector<std::string>& texts, const Ask& ask) {
  std::vector<double> numbers;
  for (const TypedCell& cell : cells(texts, ask)) {
    REQUIRE(cell.state == TypedState::Read);
    numbers.push_back(cell.value);
  }
  return numbers;
}

}  // namespace

TEST_CASE("read: half a unit of the last decimal, between those asked for and the sixth") {
  const auto about = [](const char* text, const Ask& ask, double half) {
    INFO(text);
    const double tolerance = tolerance_of(text, ask);
    REQUIRE(tolerance >= half);
    REQUIRE(tolerance <= half * 1.0001);
  };
  about("0.4", kNumber, 5e-3);
  about("0", kNumber, 5e-3);
  about("0.401", kNumber, 5e-4);
  about("-0,4012", kNumber, 5e-5);
  about(" +.123456 ", kNumber, 5e-7);
  about("0.1234567890123", kNumber, 5e-7);
  about("1/3", kNumber, 5e-3);
  about("sqrt(2)/2", kNumber, 5e-3);
  about("1e-3", kNumber, 5e-3);
  about("40", kPercent, 5e-2);
  about("40.12 %", kPercent, 5e-3);
  about("64.000 mib", kMemory, 5e-4);
  REQUIRE(tolerance_of("0.4", kWhole) == 0);
  REQUIRE(tolerance_of("reads", kChoice) == 0);
  REQUIRE(std::abs(precision_of("1", kWhole) - 5e-3) <= 1e-6);
  REQUIRE(std::abs(precision_of("1.4142", kWhole) - 5e-5) <= 1e-8);
}

TEST_CASE("read: numbers, with the unit asked for or without") {
  REQUIRE(read("0,5", kNumber) == 0.5);
  REQUIRE(std::abs(read("sqrt(2)/2", kNumber) - std::sqrt(0.5)) <= 1e-15);
  REQUIRE(read("40 %", kPercent) == 40);
  REQUIRE(read("40%", kPercent) == 40);
  REQUIRE(read("40 Percent", kPercent) == 40);
  REQUIRE(read("64MiB", kMemory) == 64);
  REQUIRE(read(" 64 mib ", kMemory) == 64);
  REQUIRE(!read_answer("40 %", kNumber, 0, {"cell"}).ok());
  REQUIRE(!read_answer("%", kPercent, 0, {"cell"}).ok());
  REQUIRE(std::isnan(read("nan", kNumber)));
  REQUIRE(read("-inf", kNumber) == -kInfinity);
}

TEST_CASE("read: thousands in whole numbers, and commas that may be either") {
  REQUIRE(read("4,194,304", kWhole) == 4194304);
  REQUIRE(read("4 194 304", kWhole) == 4194304);
  REQUIRE(read("4'194'304", kWhole) == 4194304);
  REQUIRE(read("1,000", kWhole) == 1000);
  REQUIRE(read("4*512^2", kWhole) == 1048576);
  require_refused(read_answer("12,34,567", kWhole, 0, {"cell"}), "number-comma", {"cell"}, {"12,34,567"});
  REQUIRE(read("1,414", kNumber, std::sqrt(2)) == 1.414);
  REQUIRE(read("1,536", kMemory, 1536) == 1536);
  require_refused(read_answer("1,414", kNumber, 3, {"cell"}), "number-comma", {"cell"}, {"1,414"});
}

TEST_CASE("read: choices by their words alone") {
  REQUIRE(read("reads", kChoice) == 0);
  REQUIRE(read(" does-not-read ", kChoice) == 1);
  require_refused(read_answer("yes", kChoice, 0, {"reads", 0, 2}), "unknown-choice", {"reads", 0, 2},
                  {"yes", "does-not-read"});
}

TEST_CASE("read: several numbers in one cell fill the empty cells behind it") {
  const std::vector<double> expected = {0.4, 0.4, 0.2};
  for (const char* text :
       {"(0.4, 0.4, 0.2)", "[0.4, 0.4, 0.2]", "0.4, 0.4, 0.2", "0.4 0.4 0.2", "0.4;0.4;0.2", "0,4 0,4 0,2",
        "0.4\t0.4\t0.2", "[[0.4 0.4 0.2]]", "array([0.4, 0.4, 0.2])", "0.4\n0.4\n0.2"}) {
    INFO(text);
    REQUIRE(values({text, "", " "}, kNumber) == expected);
  }
  REQUIRE(values({"0.1", "(2, 3)", ""}, kNumber) == std::vector<double>{0.1, 2, 3});
  REQUIRE(values({"(1+2)/3", "2", "3"}, kNumber) == std::vector<double>{1, 2, 3});
  REQUIRE(values({"(1)", "2", "3"}, kNumber) == std::vector<double>{1, 2, 3});
  REQUIRE(values({"(2, 8, 64)", "", ""}, kWhole) == std::vector<double>{2, 8, 64});
  REQUIRE(values({"reads, reads, does-not-read", "", ""}, kChoice) == std::vector<double>{0, 0, 1});
}

TEST_CASE("read: more numbers than there is room for") {
  const auto over = cells({"(1, 2, 3)", "", "4"}, kNumber);
  REQUIRE(over[0].state == TypedState::Unreadable);
  REQUIRE(over[0].code == "too-many-numbers");
  REQUIRE(over[0].message.find("3 numbers") != std::string::npos);
  REQUIRE(over[0].message.find("2 cells") != std::string::npos);
  REQUIRE(over[1].state == TypedState::Empty);
  REQUIRE(over[2].value == 4);
  REQUIRE(cells({"1", "2", "(3, 4)"}, kNumber)[2].message.find("1 cell ") != std::string::npos);
}

TEST_CASE("read: what cannot be read says so, and the rest is read") {
  const auto made = cells({"0.5", "half", ""}, kNumber);
  REQUIRE(made[0].state == TypedState::Read);
  REQUIRE(made[1].state == TypedState::Unreadable);
  REQUIRE(made[1].code == "number-unreadable");
  REQUIRE(made[2].state == TypedState::Empty);
}

TEST_CASE("read: any text is read or refused") {
  Random random(3);
  const std::string letters = "0123456789.,;:-+*/^()[]{}% \t\n\'\"eEnaifsqrt√\xff\x80";
  for (int i = 0; i < 800; ++i) {
    std::vector<std::string> texts(3);
    for (std::string& text : texts) {
      for (Index left = random.integer(0, 12); left > 0; --left) {
        text += letters[static_cast<std::size_t>(random.integer(0, static_cast<Index>(letters.size()) - 1))];
      }
    }
    for (const Ask* ask : {&kNumber, &kWhole, &kPercent, &kChoice}) {
      for (const TypedCell& cell : cells(texts, *ask)) {
        REQUIRE((cell.state == TypedState::Unreadable) == !cell.code.empty());
        REQUIRE((cell.state == TypedState::Unreadable) == (cell.message.size() > 20));
      }
    }
  }
}

}  // namespace lesson::test
