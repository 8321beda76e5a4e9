#include "core/triage/ticket.hpp"

#include <algorithm>

namespace lesson::triage {

std::vector<std::string> words_of(std::string_view text, Index most) {
  std::vector<std::string> words;
  std::string word;
  const auto close = [&] {
    if (!word.empty() && words.size() < static_cast<std::size_t>(most)) words.push_back(word);
    word.clear();
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text.substr(at).starts_with(kMaskWord)) {
      close();
      word = kMaskWord;
      close();
      at += kMaskWord.size() - 1;
      continue;
    }
    const char c = text[at];
    const bool upper = c >= 'A' && c <= 'Z', lower = c >= 'a' && c <= 'z', digit = c >= '0' && c <= '9';
    if (upper) {
      word += static_cast<char>(c - 'A' + 'a');
    } else if (lower || digit || static_cast<unsigned char>(c) > 127) {
      word += c;
    } else {
      close();
    }
  }
  close();
  return words;
}

std::vector<Index> indices_of(const std::vector<std::string>& words, const std::vector<std::string>& vocabulary) {
  std::vector<Index> indices;
  for (const std::string& word : words) {
    const auto found = std::find(vocabulary.begin(), vocabulary.end(), word);
    indices.push_back(found == vocabulary.end() ? kMask : static_cast<Index>(found - vocabulary.begin()));
  }
  return indices;
}

std::string text_of(const Ticket& ticket, const std::vector<std::string>& vocabulary) {
  std::string text;
  for (const Index word : ticket.words) {
    if (!text.empty()) text += ' ';
    text += vocabulary[static_cast<std::size_t>(word)];
  }
  return text;
}

}  // namespace lesson::triage
