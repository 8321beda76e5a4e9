#include "core/grade/grade.hpp"

#include "tests/core/grade_support.hpp"

namespace lesson::test {
namespace {

AnswerKey output_key() { return made("output-row", 5); }

}  // namespace

TEST_CASE("grade: credit cell by cell, and the figure's number for the first that is wrong") {
  const AnswerKey key = output_key();
  byhand::Row cells = key.right;
  cells[3] += 0.4;  // the first of the output
  Answers answers = typed(key, cells, 4);
  answers[0][1] = "";
  answers[0][2] = "1/";
  const Grade grade = graded(key, answers);
  REQUIRE(!grade.right);
  REQUIRE(grade.cells.size() == 5);
  REQUIRE(std::abs(grade.score - 2.0 / 5) <= 1e-12);
  REQUIRE(grade.cells[0].verdict == CellVerdict::Right);
  REQUIRE(std::abs(grade.cells[0].tolerance - 5e-5) <= 1e-8);
  REQUIRE(grade.cells[1].verdict == CellVerdict::Empty);
  REQUIRE(grade.cells[1].tolerance == 0);
  REQUIRE(grade.cells[2].verdict == CellVerdict::Unreadable);
  REQUIRE(grade.cells[2].code == "number-unreadable");
  REQUIRE(grade.cells[2].message.size() > 20);
  REQUIRE(grade.cells[3].verdict == CellVerdict::Wrong);
  REQUIRE(grade.cells[3].ask == 1);
  REQUIRE(grade.cells[3].col == 0);
  REQUIRE(grade.cells[4].verdict == CellVerdict::Right);
  REQUIRE(grade.step.has_value());
  REQUIRE(grade.step->stage == Stage::Output);
  REQUIRE(grade.step->row == static_cast<Index>(byhand::size(key.task, "row")));
  REQUIRE(grade.step->col == 0);
}

TEST_CASE("grade: nothing typed is nothing wrong") {
  const AnswerKey key = output_key();
  const Grade grade = graded(key, {{"", " ", ""}, {"", ""}});
  REQUIRE(!grade.right);
  REQUIRE(grade.score == 0);
  REQUIRE(grade.slips.empty());
  REQUIRE(!grade.step);
}

TEST_CASE("grade: a vector in the first cell fills the row") {
  const AnswerKey key = output_key();
  const Answers cells = typed(key, key.right, 3);
  const std::string list = "(" + cells[0][0] + ", " + cells[0][1] + ", " + cells[0][2] + ")";
  REQUIRE(graded(key, {{list, "", ""}, {cells[1][0] + "; " + cells[1][1], ""}}).right);
}

TEST_CASE("grade: NaN and infinities are read, and are wrong") {
  const AnswerKey key = output_key();
  Answers answers = typed(key, key.right, 3);
  for (const char* text : {"nan", "inf", "-inf"}) {
    answers[1][1] = text;
    const Grade grade = graded(key, answers);
    REQUIRE(grade.cells[4].verdict == CellVerdict::Wrong);
    REQUIRE(grade.slips.empty());
  }
}

TEST_CASE("grade: near is not wrong, and rounding on the way is named") {
  // exp(0.5) = 1.65 and exp(1) = 2.72 with one decimal are 1.6 and 2.7.
  AttentionInputs in;
  in.q = rows({{1}});
  in.k = rows({{0.5}, {1}, {0}});
  in.v = rows({{0}, {0}, {0}});
  const Grade early = *grade_row(in, Stage::Weight, 0, {"0.3019", "0.5094", "0.1887"});
  REQUIRE(early.slips.size() == 1);
  REQUIRE(early.slips[0].id == std::string("rounded-early"));
  for (const GradedCell& cell : early.cells) REQUIRE(cell.verdict == CellVerdict::Rounded);
  const Grade near = *grade_row(in, Stage::Weight, 0, {"0.307", "0.520", "0.186"});
  REQUIRE(near.slips.empty());
  REQUIRE(near.cells[1].verdict == CellVerdict::Rounded);
  REQUIRE(near.cells[0].verdict == CellVerdict::Right);
}

TEST_CASE("grade: two slips that give the same numbers are both named, and no term is") {
  // One query and keys (1, 1), (0, 0): without the scale, the score is 2; so it is when a term is counted for two.
  AttentionInputs in;
  in.q = rows({{1, 0}, {0, 1}});
  in.k = rows({{2, 0}, {0, 2}});
  in.v = rows({{1, 0}, {0, 1}});
  in.causal = Causal::TopLeft;
  // Row 1: keys asked, and queries that answer, give (0, 4) and (0, 1).
  const Grade both = *grade_row(in, Stage::Raw, 1, {"2", "0"});
  REQUIRE(both.slips.size() >= 1);
  REQUIRE(names(both, "wrong-row"));
  in.scale = 0.5;
  const Grade twice = *grade_row(in, Stage::Scaled, 1, {"0", "0.5"});
  REQUIRE(names(twice, "scale-twice"));
}

TEST_CASE("grade: the term of a sum that was lost") {
  AttentionInputs in;
  in.q = rows({{1, 2}, {3, 1}});
  in.k = rows({{1, 3}, {2, 5}});
  in.v = rows({{1, 0}, {0, 1}});
  const Grade lost = *grade_row(in, Stage::Raw, 0, {"7", "2"});
  REQUIRE(lost.slips.size() == 1);
  REQUIRE(lost.slips[0].id == std::string("term-left-out"));
  REQUIRE(lost.term.has_value());
  REQUIRE(*lost.term == SlippedTerm{0, 0, 1, 1, 10, 0});
  const Grade turned = *grade_row(in, Stage::Raw, 0, {"-5", "12"});
  REQUIRE(turned.slips[0].id == std::string("term-sign"));
  REQUIRE(*turned.term == SlippedTerm{0, 0, 0, 1, 6, -6});
}

TEST_CASE("grade: the application of the lesson, row by row") {
  AttentionInputs in;
  in.q = rows({{1, 0}, {0, 1}, {1, 1}});
  in.k = rows({{1, 0}, {1, 1}, {0, 1}});
  in.v = rows({{2, 0}, {0, 2}, {1, 1}});
  const auto right = [&in](Stage stage, Index row, const std::vector<std::string>& answers) {
    const auto made = grade_row(in, stage, row, answers);
    REQUIRE(made.ok());
    REQUIRE(made->right);
  };
  const auto slip = [&in](Stage stage, Index row, const std::vector<std::string>& answers, const char* id) {
    INFO(id);
    const auto made = grade_row(in, stage, row, answers);
    REQUIRE(made.ok());
    REQUIRE(!made->right);
    REQUIRE(names(*made, id));
  };
  right(Stage::Raw, 0, {"1", "1", "0"});
  right(Stage::Scaled, 0, {"0.707", "1/sqrt(2)", "0"});
  right(Stage::Scaled, 0, {"sqrt(2)/2", "0,71", "0"});
  right(Stage::Weight, 0, {"0.401", "0.40", "0.198"});
  right(Stage::Output, 0, {"1.000", "1"});
  right(Stage::Weight, 1, {"(0.198, 0.401, 0.401)", "", ""});
  slip(Stage::Scaled, 0, {"1", "1", "0"}, "scale-missing");
  slip(Stage::Scaled, 0, {"0.5", "0.5", "0"}, "scale-by-width");
  slip(Stage::Scaled, 0, {"0.577", "0.577", "0"}, "scale-by-keys");
  slip(Stage::Weight, 0, {"0.422", "0.422", "0.155"}, "scale-missing");
  slip(Stage::Weight, 0, {"0.390", "0.390", "0.219"}, "scale-by-keys");
  slip(Stage::Weight, 0, {"0.383", "0.383", "0.234"}, "powers-of-two");
  slip(Stage::Weight, 0, {"0.299", "0.299", "0.110"}, "scale-after-softmax");
  slip(Stage::Weight, 0, {"2.028", "2.028", "1"}, "not-normalised");
  slip(Stage::Output, 0, {"0.80", "0.60"}, "keys-mixed");
  slip(Stage::Output, 2, {"0", "2"}, "largest-alone");
  in.causal = Causal::TopLeft;
  right(Stage::Weight, 0, {"1", "0", "0"});
  right(Stage::Weight, 1, {"0.330", "0.670", "0"});
  slip(Stage::Weight, 1, {"0.198", "0.401", "0.401"}, "causal-mask-dropped");
  slip(Stage::Weight, 1, {"0.248", "0.503", "0.248"}, "mask-fill-zero");
  slip(Stage::Weight, 1, {"0.198", "0.401", "0"}, "mask-after-softmax");
}

TEST_CASE("grade: slips with equal digits are told as a tie, and apart where digits allow") {
  AttentionInputs in;
  in.q = rows({{1, 0}, {0, 1}, {1, 1}});
  in.k = rows({{1, 0}, {1, 1}, {0, 1}});
  in.v = rows({{2, 0}, {0, 2}, {1, 1}});
  // Powers of 2: (0.3828, 0.3828, 0.2345). Divided by the width: (0.3837, 0.3837, 0.2327). The same to two decimals.
  const Grade two = *grade_row(in, Stage::Weight, 0, {"0.38", "0.38", "0.23"});
  REQUIRE(names(two, "powers-of-two"));
  REQUIRE(names(two, "scale-by-width"));
  const Grade three = *grade_row(in, Stage::Weight, 0, {"0.383", "0.383", "0.234"});
  REQUIRE(three.slips.size() == 1);
  REQUIRE(names(three, "powers-of-two"));
  const Grade width = *grade_row(in, Stage::Weight, 0, {"0.384", "0.384", "0.233"});
  REQUIRE(width.slips.size() == 1);
  REQUIRE(names(width, "scale-by-width"));
  // Four keys of width 2 make both scales 1 / 2.
  in.k = in.v = rows({{1, 0}, {1, 1}, {0, 1}, {2, 1}});
  const Grade half = *grade_row(in, Stage::Scaled, 2, {"0.5", "1", "0.5", "1.5"});
  REQUIRE(half.slips.size() == 2);
  REQUIRE(names(half, "scale-by-width"));
  REQUIRE(names(half, "scale-by-keys"));
}

TEST_CASE("grade: hostile text is a verdict, never an end") {
  const AnswerKey key = output_key();
  const std::string deep(5000, '('), long_list(300000, '1'), bytes("\xff\xfe\x00\x80", 4);
  std::string many;
  for (int i = 0; i < 5000; ++i) many += "1 ";
  for (const std::string& text : {deep, long_list, bytes, many, std::string("1e999"), std::string("1/0"),
                                  std::string("1,000"), std::string("((((")}) {
    const Grade grade = graded(key, {{text, "", ""}, {"", ""}});
    REQUIRE(grade.cells[0].verdict == CellVerdict::Unreadable);
    REQUIRE(!grade.cells[0].code.empty());
    REQUIRE(grade.cells[0].message.size() > 20);
  }
}

TEST_CASE("grade: answers of another shape, rows and stages that do not exist, and too much work are refused") {
  const AnswerKey key = output_key();
  require_refused(grade(key, {{"1", "2", "3"}}), "answer-count", {"answers"}, {"1 list", "2"});
  require_refused(grade(key, {{"1", "2", "3"}, {"1"}}), "answer-count", {"answers", 1, -1},
                  {"1 answer", "output", "2 cells"});
  AttentionInputs in;
  in.q = in.k = in.v = rows({{1, 0}, {0, 1}});
  require_refused(grade_row(in, Stage::Raw, 2, {"1", "2"}), "cell-outside", {"row"}, {"2 rows"});
  require_refused(grade_row(in, Stage::Raw, -1, {"1", "2"}), "cell-outside", {"row"}, {"-1"});
  require_refused(grade_row(in, Stage::Spread, 0, {"1"}), "not-a-row", {"what"}, {"spread"});
  require_refused(grade_row(in, Stage::Raw, 0, {"1"}), "answer-count", {"answers", 0, -1}, {"2 cells"});
  in.k = rows({{1}, {0}});
  require_refused(grade_row(in, Stage::Raw, 0, {"1", "2"}), "query-key-width", {"k"}, {});
  in.q = in.k = in.v = Matrix::Zero(1024, 512);
  require_refused(grade_row(in, Stage::Raw, 0, {}), "too-much-work", {"q"}, {"1048576"});
}

TEST_CASE("grade: a head of NaN, of no values, of one key") {
  AttentionInputs in;
  in.q = rows({{kNaN}});
  in.k = rows({{1}, {2}});
  in.v = Matrix(2, 0);
  REQUIRE(grade_row(in, Stage::Weight, 0, {"nan", "nan"})->right);
  REQUIRE(!grade_row(in, Stage::Weight, 0, {"0.5", "0.5"})->right);
  REQUIRE(grade_row(in, Stage::Output, 0, {})->right);
  in.q = rows({{3}});
  in.k = rows({{1}});
  in.v = rows({{5}});
  REQUIRE(grade_row(in, Stage::Weight, 0, {"1"})->right);
  REQUIRE(grade_row(in, Stage::Output, 0, {"4"})->cells[0].verdict == CellVerdict::Wrong);
}

}  // namespace lesson::test
