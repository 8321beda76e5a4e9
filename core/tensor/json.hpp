// JSON as far as tensors need it: a scanner that calls itself nowhere, and tensors as nested arrays by name.
//
// Source of the grammar: RFC 8259. NaN, Infinity and -Infinity are read too, as Python's json writes them.
#pragma once

#include "core/tensor/tensor.hpp"

namespace lesson {

enum class JsonToken {
  ObjectOpen,
  ObjectClose,
  ArrayOpen,
  ArrayClose,
  Colon,
  Comma,
  String,
  Number,
  True,
  False,
  Null,
  End,
  Broken,  // no JSON stands here, or a text of more than 1,024 bytes; every later token is Broken too
};

class JsonScan {
 public:
  explicit JsonScan(std::string_view text) : text_(text) {}

  JsonToken next();
  const std::string& text() const { return string_; }  // of the last String, in UTF-8
  double number() const { return number_; }            // of the last Number
  std::size_t at() const { return at_; }               // the first byte after the last token

 private:
  JsonToken string();
  JsonToken word(std::string_view name, JsonToken token);
  JsonToken broken();

  std::string_view text_;
  std::size_t at_ = 0;
  std::string string_;
  double number_ = 0;
  bool broken_ = false;
};

// {"q": [[1, 2], [3, 4]], ...}, or one nested array, which is called `name`. A number stands for a tensor without axes;
// true and false are 1 and 0, and make a table of yes and no where nothing else is in it.
//
// Errors: those of Nest, and
//   json-broken       no JSON from a place on, or it ends too early
//   json-value        a text, null or an object where numbers are expected
//   json-no-tensor    there is no tensor in it
//   tensor-count      more than kMostTensors
//   tensor-too-large  more numbers in all than 64 MiB hold
//   tensor-name       a name is given twice
Outcome<std::vector<Tensor>> parse_json(std::string_view text, std::string_view name);

}  // namespace lesson
