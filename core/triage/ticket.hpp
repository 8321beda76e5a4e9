// Support tickets as the classifier reads them: words as numbers, and the queue where each belongs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/types.hpp"

namespace lesson::triage {

// Word 0 of every vocabulary. It stands for a word that was taken out, and for one that the model never saw.
inline constexpr Index kMask = 0;
inline constexpr std::string_view kMaskWord = "[mask]";

// The most words of one ticket that are read; what follows them is not. Positions are learned up to here.
inline constexpr Index kMostWords = 24;

struct Ticket {
  std::vector<Index> words;  // indices into the vocabulary, 1 to kMostWords of them
  Index queue = 0;           // index into the queues
  Index planted = -1;        // the place of a code word that was put in, or -1
};

struct Tickets {
  std::vector<std::string> vocabulary;  // the first is kMaskWord
  std::vector<std::string> queues;
  std::vector<Ticket> train;
  std::vector<Ticket> test;  // held out: no training sees them
};

// The words of a text: runs of letters, digits and bytes above 127 (other alphabets), with ASCII letters in lower
// case; "[mask]" is one too. At most `most`: the rest is not looked at.
std::vector<std::string> words_of(std::string_view text, Index most = kMostWords);

// The same as indices; kMask for words that are not in the vocabulary.
std::vector<Index> indices_of(const std::vector<std::string>& words, const std::vector<std::string>& vocabulary);

// The words of a ticket, joined by spaces.
std::string text_of(const Ticket& ticket, const std::vector<std::string>& vocabulary);

}  // namespace lesson::triage
