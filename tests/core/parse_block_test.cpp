#include "core/parse.hpp"
#include "tests/core/support.hpp"

namespace lesson::test {
namespace {

using namespace std::string_literals;
using Rows = std::vector<std::vector<std::string>>;

void require_cells(const std::string& text, const Rows& expected) {
  INFO("text " << text);
  const auto rows = parse_block(text);
  REQUIRE(rows.ok());
  REQUIRE(*rows == expected);
}

const Rows kTwoByTwo = {{"1", "2"}, {"3", "4"}};

}  // namespace

TEST_CASE("parse block: plain rows in every usual notation") {
  for (const char* text : {
           "1 2\n3 4",
           "1 2\r\n3 4\r\n",
           "1\t2\n3\t4",
           "1,2\n3,4",
           "1, 2\n3, 4",
           "1,\t2\n3,\t4",
           "1 2; 3 4",
           "1 2;\n3 4;",
           "1, 2; 3, 4",
           "1;2\n3;4",
           "[1 2; 3 4]",
           "[1, 2; 3, 4]",
           "[1 2\n3 4]",
           "[1 2;\n 3 4]",
           "[[1, 2], [3, 4]]",
           "[[1,2],[3,4]]",
           "[[1, 2],\n [3, 4]]",
           "[[1 2]\n [3 4]]",
           "[1, 2],\n[3, 4]",
           "[[1, 2,], [3, 4,],]",
           "{{1, 2}, {3, 4}}",
           "array([[1, 2],\n       [3, 4]])",
           "np.array([[1, 2], [3, 4]], dtype=np.float64)",
           "tensor([[1, 2],\n        [3, 4]])",
           "torch.tensor([[1, 2], [3, 4]], dtype=torch.float64, requires_grad=True)",
           "tensor([[1, 2],\n        [3, 4]], device='cuda:0', grad_fn=<MulBackward0>)",
           "q = [[1, 2], [3, 4]]",
           "q = np.array([[1, 2], [3, 4]])",
           "W_q=torch.tensor([[1, 2], [3, 4]])\n",
           "\n\n1 2\n\n3 4\n\n",
           "  1   2  \n  3   4  ",
           "1 2 ; 3 4 ;",
           "1\t2\t\n3\t4\t\n",
       }) {
    require_cells(text, kTwoByTwo);
  }
}

TEST_CASE("parse block: decimal commas") {
  const Rows expected = {{"0,5", "1,5"}, {"2,5", "3"}};
  for (const char* text : {"0,5;1,5\n2,5;3", "0,5\t1,5\n2,5\t3", "0,5 1,5\n2,5 3", "0,5; 1,5\n2,5; 3"})
    require_cells(text, expected);
  require_cells("0,5;1,5", {{"0,5", "1,5"}});
  require_cells("0,5,1", {{"0", "5", "1"}});
}

TEST_CASE("parse block: commas are separators when nothing else is") {
  require_cells("1,2,3", {{"1", "2", "3"}});
  require_cells("1,2", {{"1", "2"}});
  require_cells("1,2,3\t4", {{"1", "2", "3", "4"}});
  require_cells("[0,5]", {{"0", "5"}});
}

TEST_CASE("parse block: semicolons part rows on one line") {
  require_cells("1;2;3", {{"1"}, {"2"}, {"3"}});
  require_cells("1 2;3 4", kTwoByTwo);
}

TEST_CASE("parse block: cells stay text and expressions keep their brackets") {
  require_cells("sqrt(2)/2 √3\n1/(1+2) x", {{"sqrt(2)/2", "√3"}, {"1/(1+2)", "x"}});
  require_cells("[[sqrt(2), nan], [-inf, e]]", {{"sqrt(2)", "nan"}, {"-inf", "e"}});
  require_cells("tensor([sqrt(2)])", {{"sqrt(2)"}});
  require_cells("1. 2.\n... 4.", {{"1.", "2."}, {"...", "4."}});
  require_cells("array", {{"array"}});
}

TEST_CASE("parse block: rows may differ in length and a wrapped row is one row") {
  require_cells("1 2 3\n4", {{"1", "2", "3"}, {"4"}});
  require_cells("[[1, 2, 3,\n  4], [5]]", {{"1", "2", "3", "4"}, {"5"}});
}

TEST_CASE("parse block: an empty cell between separators is kept") {
  require_cells("1\t\t3", {{"1", "", "3"}});
  require_cells("\t2\n3\t4", {{"", "2"}, {"3", "4"}});
  require_cells("1,,3", {{"1", "", "3"}});
  require_cells("1;;3\n4;5;6", {{"1", "", "3"}, {"4", "5", "6"}});
  require_cells("[[1,,3]]", {{"1", "", "3"}});
}

TEST_CASE("parse block: nothing in it") {
  for (const std::string& text :
       {""s, " \n\t\n"s, "[[]]"s, "[[], []]"s, ";;;"s, ",,,"s, "tensor([])"s, "))"s, "dtype=torch.float64"s}) {
    INFO("text " << text);
    const auto rows = parse_block(text);
    REQUIRE(!rows.ok());
    require_refused(rows, "block-empty", {"block"}, {});
  }
}

TEST_CASE("parse block: limits") {
  std::string most;
  for (int i = 0; i < 4096; ++i) most += i % 64 == 63 ? "7\n" : "7 ";
  const auto rows = parse_block(most);
  REQUIRE(rows.ok());
  REQUIRE(rows->size() == 64);
  REQUIRE(rows->front().size() == 64);
  require_refused(parse_block(most + "7"), "block-too-large", {"block"}, {"4096"});

  REQUIRE(parse_block(std::string(262143, ' ') + "7").ok());
  require_refused(parse_block(std::string(262144, ' ') + "7"), "block-too-large", {"block"}, {"262145", "262144"});
}

TEST_CASE("parse block: hostile text of the largest size ends soon") {
  for (const char* piece : {"[", "]", "(", ")", ",", ";", "\t", "\n", "a=", "array(", "a.", "=", "1,1 ", "[,", "{;",
                            "\"", "x=(", "tensor"}) {
    std::string text;
    while (text.size() + 8 < 262144) text += piece;
    INFO("piece " << piece);
    const auto rows = parse_block(text);
    const bool expected = rows.ok() || rows.error().code == "block-empty" || rows.error().code == "block-too-large";
    REQUIRE(expected);
  }
}

TEST_CASE("parse block: any bytes are read inside their view and no cell holds a separator of the wire") {
  Random random(60);
  int read = 0;
  const std::string alphabet = "0123456789.,;[]{}()= \t\n\r-eardtyos'<>\xe2\x88\x9a\xff"s + '\0';
  for (int run = 0; run < 20000; ++run) {
    std::vector<char> exact(static_cast<std::size_t>(random.integer(0, 60)));
    for (char& c : exact)
      c = alphabet[static_cast<std::size_t>(random.integer(0, static_cast<Index>(alphabet.size()) - 1))];
    const auto rows = parse_block({exact.data(), exact.size()});
    if (!rows.ok()) continue;
    ++read;
    REQUIRE(!rows->empty());
    for (const auto& row : *rows) {
      REQUIRE(!row.empty());
      REQUIRE(!row.back().empty());
      for (const std::string& cell : row) REQUIRE(cell.find_first_of("\t\n\r [];{}") == std::string::npos);
    }
  }
  REQUIRE(read > 10000);
}

}  // namespace lesson::test
