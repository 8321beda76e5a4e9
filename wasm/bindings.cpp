// The core for JavaScript: free functions, nothing to delete(). web/engine/module.d.ts is the contract.
//
// A call reads the inbox, and either fills the outbox and returns 0, or keeps the refusal and returns 1. The calls
// stand in calls.cpp; here are the functions that take or give text.
#include <emscripten/bind.h>

#include "core/check.hpp"
#include "core/parse.hpp"
#include "wasm/boxes.hpp"
#include "wasm/calls.hpp"

namespace {

using lesson::Outcome;
using wire::kDone, wire::refuse, wire::verdict;

std::string pasted;  // cells of the last block

// A result of one number.
struct Number {
  double value = 0;
};
void write(wire::Sink& sink, const Number& number) { sink.field("number", number.value); }

lesson::Place place(const std::string& name, double row, double col) {
  return {name, wire::to_index(row), wire::to_index(col)};
}

double parse_number(const std::string& text, const std::string& name, double row, double col) {
  const Outcome<double> number = lesson::parse_number(text, place(name, row, col));
  if (!number) return refuse(number.error());
  return wire::hand_out(Outcome<Number>(Number{*number}));
}

double parse_block(const std::string& text) {
  const auto rows = lesson::parse_block(text);
  if (!rows) return refuse(rows.error());
  pasted.clear();
  for (const auto& row : *rows) {
    if (&row != &rows->front()) pasted += '\n';
    for (const auto& cell : row) {
      if (&cell != &row.front()) pasted += '\t';
      pasted += cell;
    }
  }
  return kDone;
}

std::string block_text() { return pasted; }

double check_rows(const std::string& name) {
  wire::Reader reader = wire::inbox_reader();
  const auto lengths = reader.sizes(name);
  if (auto refused = reader.refusal()) return refuse(std::move(*refused));
  return verdict(lesson::check_rows(name, lengths));
}

double check_flat(const std::string& name, double rows, double cols, double given) {
  if (auto refused = lesson::check_size(name, rows)) return verdict(std::move(refused));
  if (auto refused = lesson::check_size(name, cols)) return verdict(std::move(refused));
  return verdict(lesson::check_flat(name, wire::to_index(rows), wire::to_index(cols), wire::to_index(given)));
}

void refuse_matrix(const std::string& name, const std::string& given) { refuse(lesson::not_a_matrix(name, given)); }

void refuse_vector(const std::string& name, const std::string& given) { refuse(lesson::not_a_vector(name, given)); }
void refuse_list(const std::string& name, const std::string& given) { refuse(lesson::not_a_list(name, given)); }
void refuse_object(const std::string& name, const std::string& given) { refuse(lesson::not_an_object(name, given)); }

void refuse_number(const std::string& name, double row, double col, const std::string& given) {
  refuse(lesson::not_a_number(place(name, row, col), given));
}

void refuse_text(const std::string& name, double row, double col, const std::string& given) {
  refuse(lesson::not_a_text(place(name, row, col), given));
}

void refuse_choice(const std::string& name, const std::string& given, const std::string& allowed) {
  refuse(lesson::unknown_choice(name, given, allowed));
}

std::string error_code() { return wire::last_refusal().code; }
std::string error_message() { return wire::last_refusal().message; }
std::string error_name() { return wire::last_refusal().where.name; }
double error_row() { return static_cast<double>(wire::last_refusal().where.row); }
double error_col() { return static_cast<double>(wire::last_refusal().where.col); }

}  // namespace

EMSCRIPTEN_BINDINGS(lesson) {
  using emscripten::function;
  for (const auto part : wire::parts()) {
    for (const wire::Call& call : part()) function(call.name, call.run);
  }
  function("inbox", &wire::inbox);
  function("outbox", &wire::outbox);
  function("fields", &wire::fields);
  function("parseNumber", &parse_number);
  function("parseBlock", &parse_block);
  function("blockText", &block_text);
  function("checkRows", &check_rows);
  function("checkFlat", &check_flat);
  function("refuseMatrix", &refuse_matrix);
  function("refuseVector", &refuse_vector);
  function("refuseList", &refuse_list);
  function("refuseObject", &refuse_object);
  function("refuseNumber", &refuse_number);
  function("refuseText", &refuse_text);
  function("refuseChoice", &refuse_choice);
  function("errorCode", &error_code);
  function("errorMessage", &error_message);
  function("errorName", &error_name);
  function("errorRow", &error_row);
  function("errorCol", &error_col);
}
