// Tasks by hand and their grades at the border.
#include "core/exercise/exercise.hpp"

#include <utility>

#include "core/grade/grade.hpp"
#include "wasm/attention.hpp"
#include "wasm/calls.hpp"
#include "wasm/random.hpp"

namespace wire {
namespace {

using lesson::Outcome;

struct Nothing {};
Nothing read_nothing(Reader&) { return {}; }

struct Chosen {
  std::string kind;
  Whole seed;
};
Chosen read_chosen(Reader& in) {
  Chosen chosen;
  chosen.kind = in.text();
  chosen.seed = read_whole(in);
  return chosen;
}

std::vector<std::string> read_texts(Reader& in) {
  std::vector<std::string> texts;
  for (std::size_t left = in.length(); left > 0 && in.ok(); --left) texts.push_back(in.text());
  return texts;
}

struct Answered {
  Chosen chosen;
  lesson::Answers answers;
};
Answered read_answered(Reader& in) {
  Answered answered;
  answered.chosen = read_chosen(in);
  for (std::size_t left = in.length(); left > 0 && in.ok(); --left) answered.answers.push_back(read_texts(in));
  return answered;
}

constexpr lesson::Stage kStages[] = {lesson::Stage::Raw, lesson::Stage::Scaled, lesson::Stage::Weight,
                                     lesson::Stage::Output};

struct RowAnswer {
  lesson::AttentionInputs inputs;
  lesson::Stage stage = lesson::Stage::Raw;
  Index row = 0;
  std::vector<std::string> answers;
};
RowAnswer read_row(Reader& in) {
  RowAnswer row;
  row.inputs = read_attention(in);
  row.stage = kStages[in.choice(4)];
  row.row = in.size("row");
  row.answers = read_texts(in);
  return row;
}

// The last key: a task is made once, and then graded with every attempt.
lesson::AnswerKey kept;

Outcome<const lesson::AnswerKey*> key_of(const Chosen& chosen) {
  const auto seed = seed_of(chosen.seed, lesson::SeedOf::Numpy);
  if (!seed) return seed.error();
  if (kept.task.kind != chosen.kind || kept.task.seed != *seed || chosen.kind.empty()) {
    auto made = lesson::make_exercise(chosen.kind, *seed);
    if (!made) return made.error();
    kept = std::move(made.value());
  }
  return &kept;
}

Outcome<lesson::Task> make(const Chosen& chosen) {
  const auto key = key_of(chosen);
  if (!key) return key.error();
  return (*key)->task;
}

// Lists of things without fields: each in a thing of one field.
struct Text {
  std::string text;
};
struct Table {
  Matrix matrix;
};

struct Solved {
  std::vector<Table> answers;
};
Outcome<Solved> solve(const Chosen& chosen) {
  const auto key = key_of(chosen);
  if (!key) return key.error();
  std::vector<Matrix> answers = lesson::solution_of(**key);
  Solved solved;
  for (Matrix& matrix : answers) solved.answers.push_back({std::move(matrix)});
  return solved;
}

Outcome<lesson::Grade> grade(const Answered& answered) {
  const auto key = key_of(answered.chosen);
  if (!key) return key.error();
  return lesson::grade(**key, answered.answers);
}

Outcome<lesson::Grade> grade_row(const RowAnswer& row) {
  return lesson::grade_row(row.inputs, row.stage, row.row, row.answers);
}

Outcome<std::vector<lesson::ExerciseKind>> kinds(const Nothing&) { return lesson::exercise_kinds(); }
Outcome<std::vector<lesson::Slip>> all_slips(const Nothing&) { return lesson::slips(); }

double number(Index index) { return static_cast<double>(index); }

}  // namespace

void write(Sink& sink, const lesson::ExerciseKind& kind) {
  sink.text("id", kind.id);
  sink.field("minutes", kind.minutes);
}

void write(Sink& sink, const lesson::Slip& slip) {
  sink.text("id", slip.id);
  sink.text("description", slip.description);
}

namespace {

void write(Sink& sink, const Text& text) { sink.text("text", text.text); }
void write(Sink& sink, const Table& table) { sink.field("matrix", table.matrix); }

}  // namespace

void write(Sink& sink, const lesson::Ask& ask) {
  sink.text("id", ask.id);
  sink.field("kind", static_cast<double>(ask.kind));
  sink.field("rows", number(ask.rows));
  sink.field("cols", number(ask.cols));
  sink.text("unit", ask.unit);
  sink.field("decimals", static_cast<double>(ask.decimals));
  std::vector<Text> choices;
  for (const std::string& choice : ask.choices) choices.push_back({choice});
  sink.list("choices", choices);
}

void write(Sink& sink, const lesson::GivenMatrix& given) {
  sink.text("name", given.name);
  sink.field("value", given.value);
}
void write(Sink& sink, const lesson::GivenSize& given) {
  sink.text("name", given.name);
  sink.field("value", given.value);
}
void write(Sink& sink, const lesson::GivenWord& given) {
  sink.text("name", given.name);
  sink.text("value", given.value);
}

void write(Sink& sink, const lesson::AttentionInputs& inputs) {
  sink.field("q", inputs.q);
  sink.field("k", inputs.k);
  sink.field("v", inputs.v);
  sink.field("causal", static_cast<double>(inputs.causal));
  sink.field("blocked", inputs.blocked);
}

void write(Sink& sink, const lesson::Task& task) {
  sink.text("kind", task.kind);
  sink.field("seed", static_cast<double>(task.seed));
  sink.list("matrices", task.matrices);
  sink.list("sizes", task.sizes);
  sink.list("words", task.words);
  sink.list("asks", task.asks);
  sink.maybe("inputs", task.inputs);
}

void write(Sink& sink, const lesson::GradedCell& cell) {
  sink.field("ask", number(cell.ask));
  sink.field("row", number(cell.row));
  sink.field("col", number(cell.col));
  sink.field("verdict", static_cast<double>(cell.verdict));
  sink.field("tolerance", cell.tolerance);
  sink.text("code", cell.code);
  sink.text("message", cell.message);
}

void write(Sink& sink, const lesson::SlippedTerm& slipped) {
  sink.field("ask", number(slipped.ask));
  sink.field("row", number(slipped.row));
  sink.field("col", number(slipped.col));
  sink.field("term", number(slipped.term));
  sink.field("right", slipped.right);
  sink.field("taken", slipped.taken);
}

void write(Sink& sink, const lesson::Cell& cell) {
  sink.field("stage", static_cast<double>(cell.stage));
  sink.field("row", number(cell.row));
  sink.field("col", number(cell.col));
}

void write(Sink& sink, const lesson::Grade& grade) {
  sink.field("right", grade.right ? 1.0 : 0.0);
  sink.field("score", grade.score);
  sink.list("cells", grade.cells);
  sink.list("slips", grade.slips);
  sink.maybe("term", grade.term);
  sink.maybe("step", grade.step);
}

void write(Sink& sink, const std::vector<lesson::ExerciseKind>& list) { sink.list("list", list); }
void write(Sink& sink, const std::vector<lesson::Slip>& list) { sink.list("list", list); }

namespace {

void write(Sink& sink, const Solved& solved) { sink.list("answers", solved.answers); }

}  // namespace

Calls exercise_calls() {
  static constexpr Call kCalls[] = {
      call<read_nothing, kinds>("listExercises"),  call<read_nothing, all_slips>("listSlips"),
      call<read_chosen, make>("makeExercise"),     call<read_chosen, solve>("solveExercise"),
      call<read_answered, grade>("gradeExercise"), call<read_row, grade_row>("gradeRow")};
  return table(kCalls);
}

}  // namespace wire
