#include "core/tensor/safetensors.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/scan.hpp"
#include "core/tensor/json.hpp"

namespace lesson {
namespace {

constexpr std::uint64_t kMostHeader = std::uint64_t{1} << 22;

std::uint64_t header_length(Bytes file) {
  std::uint64_t length = 0;
  for (std::size_t i = 0; i < 8; ++i) length |= static_cast<std::uint64_t>(file[i]) << (8 * i);
  return length;
}

struct Entry {
  std::string name, dtype;
  std::vector<std::uint64_t> shape, offsets;
};

class Reader {
 public:
  Reader(std::string_view header, std::string_view name) : scan_(header), name_(name) {}

  Outcome<std::vector<Entry>> read() {
    std::vector<Entry> entries;
    std::set<std::string> names;
    if (scan_.next() != JsonToken::ObjectOpen) return broken();
    bool first = true;
    for (JsonToken token = scan_.next(); token != JsonToken::ObjectClose; token = scan_.next(), first = false) {
      if (!first) {
        if (token != JsonToken::Comma) return broken();
        token = scan_.next();
      }
      if (token != JsonToken::String) return broken();
      Entry entry;
      entry.name = scan_.text();
      if (!names.insert(entry.name).second) {
        return Error{"tensor-name", quoted(name_) + " gives the name " + quoted(entry.name) + " twice.", {entry.name}};
      }
      if (names.size() > kMostTensors) {
        return Error{
            "tensor-count",
            quoted(name_) + " holds more than " + std::to_string(kMostTensors) + " tensors, the most that are read.",
            {name_}};
      }
      if (scan_.next() != JsonToken::Colon || scan_.next() != JsonToken::ObjectOpen) return broken();
      const bool metadata = entry.name == "__metadata__";
      if (metadata ? !skip_texts() : !read_entry(entry)) return broken();
      if (!metadata) entries.push_back(std::move(entry));
    }
    return scan_.next() == JsonToken::End ? Outcome<std::vector<Entry>>(std::move(entries)) : broken();
  }

 private:
  Error broken() const {
    return {"safetensors-header",
            "The header of " + quoted(name_) + " is not what safetensors writes from byte " +
                std::to_string(scan_.at() + 1) + " on.",
            {name_}};
  }

  bool skip_texts() {
    for (JsonToken token = scan_.next(); token != JsonToken::ObjectClose; token = scan_.next()) {
      if (token == JsonToken::Broken || token == JsonToken::End) return false;
      if (token != JsonToken::String && token != JsonToken::Colon && token != JsonToken::Comma) return false;
    }
    return true;
  }

  bool read_entry(Entry& entry) {
    for (int field = 0; field < 3; ++field) {
      JsonToken token = scan_.next();
      if (field > 0) {
        if (token != JsonToken::Comma) return false;
        token = scan_.next();
      }
      if (token != JsonToken::String) return false;
      const std::string key = scan_.text();
      if (scan_.next() != JsonToken::Colon) return false;
      if (key == "dtype" && entry.dtype.empty()) {
        if (scan_.next() != JsonToken::String) return false;
        entry.dtype = scan_.text();
      } else if (key == "shape" && !has_shape_) {
        has_shape_ = true;
        if (!read_sizes(entry.shape)) return false;
      } else if (key == "data_offsets" && entry.offsets.empty()) {
        if (!read_sizes(entry.offsets) || entry.offsets.size() != 2) return false;
      } else {
        return false;
      }
    }
    has_shape_ = false;
    return scan_.next() == JsonToken::ObjectClose;
  }

  bool read_sizes(std::vector<std::uint64_t>& sizes) {
    if (scan_.next() != JsonToken::ArrayOpen) return false;
    for (JsonToken token = scan_.next(); token != JsonToken::ArrayClose; token = scan_.next()) {
      if (!sizes.empty()) {
        if (token != JsonToken::Comma) return false;
        token = scan_.next();
      }
      const double size = scan_.number();
      if (token != JsonToken::Number || !(size >= 0) || size != std::trunc(size)) return false;
      // Beyond every size that is accepted; refused later, by what it is.
      sizes.push_back(static_cast<std::uint64_t>(std::min(size, 0x1p62)));
    }
    return true;
  }

  JsonScan scan_;
  std::string name_;
  bool has_shape_ = false;
};

std::optional<Element> element_of(std::string_view dtype) {
  static constexpr struct {
    std::string_view name;
    Element element;
  } kTypes[] = {{"F64", Element::Float64},   {"F32", Element::Float32}, {"F16", Element::Float16},
                {"BF16", Element::BFloat16}, {"I64", Element::Int64},   {"I32", Element::Int32},
                {"U8", Element::UInt8},      {"BOOL", Element::Bool}};
  for (const auto& one : kTypes) {
    if (one.name == dtype) return one.element;
  }
  return std::nullopt;
}

// Whether two of them share a byte.
bool overlapping(const std::vector<Entry>& entries) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> places;
  for (const Entry& entry : entries) {
    if (entry.offsets[1] > entry.offsets[0]) places.emplace_back(entry.offsets[0], entry.offsets[1]);
  }
  std::sort(places.begin(), places.end());
  for (std::size_t i = 1; i < places.size(); ++i) {
    if (places[i].first < places[i - 1].second) return true;
  }
  return false;
}

}  // namespace

bool is_safetensors(Bytes file) {
  if (file.size() < 9 || file[8] != '{') return false;
  return header_length(file) <= kMostHeader;
}

Outcome<std::vector<Tensor>> parse_safetensors(Bytes file, std::string_view name) {
  const Place where{std::string(name)};
  const std::uint64_t length = file.size() < 8 ? 0 : header_length(file);
  if (file.size() < 8 || length > kMostHeader || file.size() - 8 < length) {
    return Error{"safetensors-header",
                 "The header of " + quoted(name) + " claims " + std::to_string(length) +
                     " bytes, and the file has fewer or it is more than 4 MiB: it is cut off, or no safetensors file.",
                 where};
  }
  const auto header = file.subspan(8, static_cast<std::size_t>(length));
  const Bytes data = file.subspan(8 + static_cast<std::size_t>(length));
  const auto entries = Reader({reinterpret_cast<const char*>(header.data()), header.size()}, name).read();
  if (!entries) return entries.error();
  const auto misplaced = [](const std::string& tensor, const std::string& how) {
    return Error{"safetensors-offsets", quoted(tensor) + " " + how + ".", {tensor}};
  };
  std::vector<Tensor> tensors;
  for (const Entry& entry : *entries) {
    const auto element = element_of(entry.dtype);
    if (!element) {
      return Error{"safetensors-dtype",
                   quoted(entry.name) + " has dtype " + quoted(entry.dtype) +
                       "; read are F64, F32, F16, BF16, I64, I32, U8 and BOOL.",
                   {entry.name}};
    }
    const std::uint64_t first = entry.offsets[0], last = entry.offsets[1];
    if (first > last || last > data.size()) {
      return misplaced(entry.name, "lies at bytes " + std::to_string(first) + " to " + std::to_string(last) + " of " +
                                       std::to_string(data.size()) + ": the file is cut off or damaged");
    }
  }
  if (overlapping(*entries)) return misplaced(std::string(name), "has tensors that share bytes");
  for (const Entry& entry : *entries) {
    const Element element = *element_of(entry.dtype);
    const auto wanted = bytes_for(entry.name, entry.shape, element);
    if (!wanted) return wanted.error();
    const std::uint64_t has = entry.offsets[1] - entry.offsets[0];
    if (has != *wanted) {
      return misplaced(entry.name,
                       "takes " + std::to_string(*wanted) + " bytes by its shape and has " + std::to_string(has));
    }
    auto tensor = make_tensor(entry.name, entry.shape, element,
                              data.subspan(static_cast<std::size_t>(entry.offsets[0]), static_cast<std::size_t>(has)));
    if (!tensor) return tensor.error();
    tensors.push_back(std::move(tensor.value()));
  }
  return tensors;
}

}  // namespace lesson
