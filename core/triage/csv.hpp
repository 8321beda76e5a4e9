// A learner's own tickets: a table of texts and labels, as a spreadsheet exports it (RFC 4180).
//
// UTF-8, with or without a byte-order mark. The first row names the columns; one is called "text" and one "label", in
// any order and any case; others are not looked at. Cells are separated by commas, or by semicolons or tabs if the
// first row has these and no comma. A cell may stand in quotes, doubled inside; rows end with LF or CR LF; empty rows
// are skipped.
//
// Rows are counted as a spreadsheet does: the row of the names is row 1. `where` has row and column from 0.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/outcome.hpp"
#include "core/triage/ticket.hpp"

namespace lesson::triage {

inline constexpr Index kMostRows = 5000;
inline constexpr Index kLeastRows = 20;
inline constexpr std::size_t kMostFile = std::size_t{1} << 22;  // 4 MiB
inline constexpr std::size_t kMostCell = 4096;                  // bytes
inline constexpr Index kMostLabels = 12;
inline constexpr Index kMostVocabulary = 2000;

struct Table {
  Tickets tickets;      // every fifth row, drawn by the seed, is held out
  Index rows = 0;       // tickets in all
  Index shortened = 0;  // rows with more than kMostWords words, of which the first are read
  Index unknown = 0;    // words of held-out rows that are not in the vocabulary
};

// The vocabulary is made of the words that two training rows or more have, the most frequent first, kMostVocabulary at
// most.
//
// Errors, `where` = {"csv", row, column}:
//   csv-empty        no bytes, or no row after the names
//   csv-too-large    more than kMostFile bytes
//   csv-encoding     not UTF-8: says at which row and byte; UTF-16 and binary files are named as such
//   csv-header       the first row has no column "text" or no column "label", or one of them twice
//   csv-quotes       a quote that is never closed, or anything but a separator after a closing one
//   csv-columns      a row has another number of cells than the first
//   csv-cell-empty   a text without a word, or a label of nothing but spaces
//   csv-cell-large   a cell of more than kMostCell bytes
//   csv-row-count    fewer than kLeastRows tickets or more than kMostRows
//   csv-one-label    all rows have the same label: there is nothing to tell apart
//   csv-many-labels  more than kMostLabels labels
//   csv-rare-label   a label has fewer than 2 rows in training or none held out
Outcome<Table> read_csv(std::string_view bytes, std::uint64_t seed);

}  // namespace lesson::triage
