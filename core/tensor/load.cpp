#include "core/tensor/load.hpp"

#include <algorithm>

#include "core/scan.hpp"
#include "core/tensor/json.hpp"
#include "core/tensor/npy.hpp"
#include "core/tensor/safetensors.hpp"
#include "core/tensor/text.hpp"

namespace lesson {
namespace {

constexpr std::uint64_t kMostHeaders = 65536;

std::string_view text_of(Bytes file) {
  std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text;
}

// Printed tables begin with [ too: JSON has a comma or a bracket after each number, and no line is needed.
bool looks_like_json(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return false;
  if (text[first] == '{') return true;
  if (text[first] != '[') return false;
  const JsonToken inside[] = {JsonToken::ArrayOpen, JsonToken::ArrayClose, JsonToken::Number,
                              JsonToken::Comma,     JsonToken::True,       JsonToken::False};
  JsonScan scan(text);
  JsonToken before = scan.next();
  for (JsonToken token = scan.next(); token != JsonToken::End; before = token, token = scan.next()) {
    if (std::find(std::begin(inside), std::end(inside), token) == std::end(inside)) return false;
    if (before == JsonToken::Number && token == JsonToken::Number) return false;
    if (before == JsonToken::ArrayClose && token == JsonToken::ArrayOpen) return false;
  }
  return true;
}

}  // namespace

std::string stem_of(std::string_view name) {
  name = name.substr(name.find_last_of("/\\") + 1);  // npos + 1 is 0
  const std::size_t dot = name.find_last_of('.');
  return std::string(dot == 0 ? name : name.substr(0, dot));
}

Outcome<FileKind> kind_of(Bytes file, std::string_view name) {
  const Place where{std::string(name)};
  if (file.empty()) return Error{"file-empty", quoted(name) + " is empty: there is no byte in it.", where};
  if (file.size() > kMostBytes + kMostHeaders) {
    return Error{"file-too-large",
                 quoted(name) + " has " + std::to_string(file.size()) + " bytes; at most 64 MiB are read.", where};
  }
  if (is_npy(file)) return FileKind::Npy;
  if (is_zip(file)) return FileKind::Zip;
  if (is_safetensors(file)) return FileKind::Safetensors;
  if (std::find(file.begin(), file.end(), 0) != file.end()) {
    return Error{"file-unknown",
                 quoted(name) +
                     " is none of what is read: .npy, .npz, .safetensors, JSON, or text printed by NumPy or "
                     "PyTorch. If it is one of these, its beginning is damaged.",
                 where};
  }
  return looks_like_json(text_of(file)) ? FileKind::Json : FileKind::Text;
}

Outcome<std::vector<Tensor>> load(Bytes file, std::string_view name) {
  const auto kind = kind_of(file, name);
  if (!kind) return kind.error();
  switch (*kind) {
    case FileKind::Npy: {
      auto tensor = parse_npy(file, stem_of(name));
      if (!tensor) return tensor.error();
      return std::vector<Tensor>{std::move(tensor.value())};
    }
    case FileKind::Zip:
      return Error{"file-is-zip", quoted(name) + " is a zip: its entries are read one by one.", {std::string(name)}};
    case FileKind::Safetensors:
      return parse_safetensors(file, name);
    case FileKind::Json:
      return parse_json(text_of(file), stem_of(name));
    case FileKind::Text:
      break;
  }
  return parse_printed(text_of(file));
}

Outcome<Tensor> load_entry(const ZipEntry& entry, Bytes unpacked) {
  if (auto refused = check_unpacked(entry, unpacked)) return *refused;
  return parse_npy(unpacked, stem_of(entry.name));
}

}  // namespace lesson
