// The core for JavaScript: free functions, nothing to delete(). web/engine/module.d.ts is the contract.
//
// A call reads the inbox, and either fills the outbox and returns 0, or keeps the refusal and returns 1. Both boxes are
// kept between calls, so a page that redraws with every keystroke allocates no new ones.
#include <emscripten/bind.h>

#include "core/attention.hpp"
#include "core/check.hpp"
#include "core/explain.hpp"
#include "core/parse.hpp"
#include "core/project.hpp"
#include "wasm/fields.hpp"
#include "wasm/inputs.hpp"
#include "wasm/wire.hpp"

namespace {

using lesson::Error;
using lesson::Index;
using lesson::Outcome;

constexpr double kDone = 0, kRefused = 1;

std::vector<double> inbox_numbers;
std::vector<double> outbox_numbers;
std::string block_text;
Error last;

double refuse(Error error) {
  last = std::move(error);
  return kRefused;
}

double refuse_wire() {
  return refuse({"wire",
                 "The engine sent numbers in an order that the core does not know: the two are of different versions.",
                 {"inbox"}});
}

double verdict(std::optional<Error> refused) { return refused ? refuse(std::move(*refused)) : kDone; }

// An old box is let go before a larger one is made, and a huge one once it is not needed any more: the peak counts.
void make_room(std::vector<double>& box, std::size_t count) {
  constexpr std::size_t kWorthKeeping = std::size_t{1} << 20;
  const bool too_small = count > box.capacity();
  const bool wasteful = box.capacity() > kWorthKeeping && box.capacity() / 2 > count;
  if (too_small || wasteful) box = std::vector<double>();
  box.resize(count);
}

template <typename T>
double hand_out(const Outcome<T>& outcome) {
  if (!outcome) return refuse(outcome.error());
  wire::Room room;
  wire::write(room, *outcome);
  make_room(outbox_numbers, room.count);
  wire::Writer writer{outbox_numbers.data()};
  wire::write(writer, *outcome);
  return kDone;
}

template <typename T>
std::string names_of() {
  wire::Names names;
  wire::write(names, T{});
  return names.text;
}

// Byte offsets are doubles at this border: exact, and the same type under every memory size. 0 is no place at all: the
// caller asked for more than any call takes.
double inbox(double count) {
  constexpr double kMost = 6.0 * static_cast<double>(lesson::kMostNumbers);
  if (!wire::is_whole(count) || count < 0 || count > kMost) return refuse_wire(), 0;
  make_room(inbox_numbers, static_cast<std::size_t>(count));
  return static_cast<double>(reinterpret_cast<std::uintptr_t>(inbox_numbers.data()));
}

double outbox() { return static_cast<double>(reinterpret_cast<std::uintptr_t>(outbox_numbers.data())); }

std::string fields(const std::string& call) {
  if (call == "attention") return names_of<lesson::AttentionTrace>();
  if (call == "project") return names_of<lesson::Projections>();
  if (call == "explain") return names_of<lesson::Explanation>();
  if (call == "batchShapes") return names_of<lesson::BatchShapes>();
  return "";
}

wire::Reader inbox_reader() { return {inbox_numbers.data(), inbox_numbers.size()}; }

double attention() {
  const auto in = wire::read_attention(inbox_reader());
  return in ? hand_out(lesson::attention(*in)) : refuse_wire();
}

double project() {
  const auto in = wire::read_project(inbox_reader());
  return in ? hand_out(lesson::project(*in)) : refuse_wire();
}

double explain() {
  const auto in = wire::read_explain(inbox_reader());
  if (!in) return refuse_wire();
  return hand_out(lesson::explain(in->attention, in->cell.stage, in->cell.row, in->cell.col));
}

double batch_shapes() {
  const auto in = wire::read_batch(inbox_reader());
  if (!in) return refuse_wire();
  for (const auto& [name, sizes] : {std::pair("q", &in->q), std::pair("k", &in->k), std::pair("v", &in->v)}) {
    for (const double size : *sizes) {
      if (auto refused = lesson::check_size(name, size)) return refuse(std::move(*refused));
    }
  }
  return hand_out(lesson::batch_shapes(wire::to_indices(in->q), wire::to_indices(in->k), wire::to_indices(in->v)));
}

lesson::Place place(const std::string& name, double row, double col) {
  return {name, wire::to_index(row), wire::to_index(col)};
}

double parse_number(const std::string& text, const std::string& name, double row, double col) {
  const Outcome<double> number = lesson::parse_number(text, place(name, row, col));
  if (!number) return refuse(number.error());
  outbox_numbers = {1, 1, *number};
  return kDone;
}

double parse_block(const std::string& text) {
  const auto rows = lesson::parse_block(text);
  if (!rows) return refuse(rows.error());
  block_text.clear();
  for (const auto& row : *rows) {
    if (&row != &rows->front()) block_text += '\n';
    for (const auto& cell : row) {
      if (&cell != &row.front()) block_text += '\t';
      block_text += cell;
    }
  }
  return kDone;
}

std::string block() { return block_text; }

double check_rows(const std::string& name) {
  const auto lengths = wire::read_lengths(inbox_reader());
  return lengths ? verdict(lesson::check_rows(name, *lengths)) : refuse_wire();
}

double check_flat(const std::string& name, double rows, double cols, double given) {
  if (auto refused = lesson::check_size(name, rows)) return verdict(std::move(refused));
  if (auto refused = lesson::check_size(name, cols)) return verdict(std::move(refused));
  return verdict(lesson::check_flat(name, wire::to_index(rows), wire::to_index(cols), wire::to_index(given)));
}

void refuse_matrix(const std::string& name, const std::string& given) { refuse(lesson::not_a_matrix(name, given)); }

void refuse_number(const std::string& name, double row, double col, const std::string& given) {
  refuse(lesson::not_a_number(place(name, row, col), given));
}

void refuse_choice(const std::string& name, const std::string& given, const std::string& allowed) {
  refuse(lesson::unknown_choice(name, given, allowed));
}

std::string error_code() { return last.code; }
std::string error_message() { return last.message; }
std::string error_name() { return last.where.name; }
double error_row() { return static_cast<double>(last.where.row); }
double error_col() { return static_cast<double>(last.where.col); }

}  // namespace

EMSCRIPTEN_BINDINGS(lesson) {
  using emscripten::function;
  function("inbox", &inbox);
  function("outbox", &outbox);
  function("fields", &fields);
  function("attention", &attention);
  function("project", &project);
  function("explain", &explain);
  function("batchShapes", &batch_shapes);
  function("parseNumber", &parse_number);
  function("parseBlock", &parse_block);
  function("block", &block);
  function("checkRows", &check_rows);
  function("checkFlat", &check_flat);
  function("refuseMatrix", &refuse_matrix);
  function("refuseNumber", &refuse_number);
  function("refuseChoice", &refuse_choice);
  function("errorCode", &error_code);
  function("errorMessage", &error_message);
  function("errorName", &error_name);
  function("errorRow", &error_row);
  function("errorCol", &error_col);
}
