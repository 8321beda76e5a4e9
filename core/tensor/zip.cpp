#include "core/tensor/zip.hpp"

#include <algorithm>
#include <array>

#include "core/scan.hpp"

namespace lesson {
namespace {

constexpr std::uint32_t kLocal = 0x04034b50, kCentral = 0x02014b50, kEnd = 0x06054b50;
constexpr std::size_t kLocalSize = 30, kCentralSize = 46, kEndSize = 22, kMostComment = 65535;
constexpr std::uint32_t kIn64Bits = 0xFFFFFFFF;

std::uint32_t number(Bytes file, std::size_t at, std::size_t width) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < width; ++i) value |= static_cast<std::uint32_t>(file[at + i]) << (8 * i);
  return value;
}

constexpr std::array<std::uint32_t, 256> crc_table() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t value = i;
    for (int bit = 0; bit < 8; ++bit) value = (value & 1U) != 0 ? 0xEDB88320U ^ (value >> 1) : value >> 1;
    table[i] = value;
  }
  return table;
}

std::uint32_t crc_of(Bytes bytes) {
  static constexpr std::array<std::uint32_t, 256> kTable = crc_table();
  std::uint32_t crc = 0xFFFFFFFF;
  for (const std::uint8_t byte : bytes) crc = kTable[(crc ^ byte) & 0xFFU] ^ (crc >> 8);
  return crc ^ 0xFFFFFFFF;
}

// The record at the end, before a comment of any length; the last one counts.
std::optional<std::size_t> find_end(Bytes file) {
  if (file.size() < kEndSize) return std::nullopt;
  const std::size_t last = file.size() - kEndSize, first = last > kMostComment ? last - kMostComment : 0;
  for (std::size_t at = last + 1; at-- > first;) {
    if (number(file, at, 4) == kEnd) return at;
  }
  return std::nullopt;
}

class Directory {
 public:
  Directory(Bytes file, std::string_view name) : file_(file), name_(name) {}

  Outcome<std::vector<ZipEntry>> read() {
    const auto end = find_end(file_);
    if (!end) return broken("has no directory at its end: it is cut off");
    const std::size_t count = number(file_, *end + 10, 2);
    const std::uint32_t start = number(file_, *end + 16, 4);
    if (start == kIn64Bits || count == 0xFFFF) return large("has sizes of 64 bits (zip64)");
    if (count > kMostTensors) {
      return large("has " + std::to_string(count) + " entries; at most " + std::to_string(kMostTensors) + " are read");
    }
    at_ = start;
    end_ = *end;
    std::uint64_t unpacked = 0;
    std::vector<ZipEntry> entries;
    for (std::size_t i = 0; i < count; ++i) {
      auto entry = next();
      if (!entry) return entry.error();
      unpacked += entry->size;
      if (unpacked > kMostBytes) return large("unpacks to more than 64 MiB, the most that is read");
      if (entry->name.size() > 9 && entry->name.ends_with("/data.pkl")) {
        return Error{"zip-pickle",
                     quoted(name_) + " is a checkpoint of torch.save: Python objects, which are a program and not " +
                         "numbers. Save the tensors by safetensors.torch.save_file or numpy.savez.",
                     {name_}};
      }
      if (!entry->name.ends_with("/")) entries.push_back(std::move(entry.value()));
    }
    return entries;
  }

 private:
  Error broken(const std::string& how) const { return {"zip-directory", quoted(name_) + " " + how + ".", {name_}}; }
  Error large(const std::string& how) const { return {"zip-too-large", quoted(name_) + " " + how + ".", {name_}}; }

  Outcome<ZipEntry> next() {
    if (at_ > end_ || end_ - at_ < kCentralSize || number(file_, at_, 4) != kCentral) {
      return broken("has a directory that is cut off");
    }
    const std::uint32_t flags = number(file_, at_ + 8, 2), method = number(file_, at_ + 10, 2);
    const std::size_t name_length = number(file_, at_ + 28, 2),
                      rest = number(file_, at_ + 30, 2) + number(file_, at_ + 32, 2);
    const std::uint32_t packed = number(file_, at_ + 20, 4), size = number(file_, at_ + 24, 4),
                        local = number(file_, at_ + 42, 4);
    if (end_ - at_ - kCentralSize < name_length + rest) return broken("has a directory that is cut off");
    ZipEntry entry;
    const auto name = file_.subspan(at_ + kCentralSize, name_length);
    entry.name.assign(name.begin(), name.end());
    entry.crc = number(file_, at_ + 16, 4);
    at_ += kCentralSize + name_length + rest;
    if ((flags & 1U) != 0 || (method != 0 && method != 8)) {
      return Error{"zip-method",
                   quoted(entry.name) +
                       ((flags & 1U) != 0 ? " is encrypted" : " is packed by method " + std::to_string(method)) +
                       "; read are entries stored or packed by deflate, as numpy.savez and savez_compressed write.",
                   {name_}};
    }
    if (packed == kIn64Bits || size == kIn64Bits || local == kIn64Bits) return large("has sizes of 64 bits (zip64)");
    if (local > file_.size() || file_.size() - local < kLocalSize || number(file_, local, 4) != kLocal) {
      return broken("names a place of " + quoted(entry.name) + " where no entry stands");
    }
    entry.offset = local + kLocalSize + number(file_, local + 26, 2) + number(file_, local + 28, 2);
    entry.packed = packed;
    entry.size = size;
    entry.deflated = method == 8;
    if (entry.offset > file_.size() || file_.size() - entry.offset < packed) {
      return broken("has an entry, " + quoted(entry.name) + ", that goes on beyond its end");
    }
    if (!entry.deflated && packed != size) {
      return broken("has an entry, " + quoted(entry.name) + ", that is stored in another size than its own");
    }
    return entry;
  }

  Bytes file_;
  std::string name_;
  std::size_t at_ = 0, end_ = 0;
};

}  // namespace

bool is_zip(Bytes file) { return file.size() >= 4 && (number(file, 0, 4) == kLocal || number(file, 0, 4) == kEnd); }

Outcome<std::vector<ZipEntry>> zip_entries(Bytes file, std::string_view name) { return Directory(file, name).read(); }

std::optional<Error> check_unpacked(const ZipEntry& entry, Bytes unpacked) {
  if (unpacked.size() == entry.size && crc_of(unpacked) == entry.crc) return std::nullopt;
  return Error{"zip-damaged",
               quoted(entry.name) + " unpacks to " + std::to_string(unpacked.size()) + " bytes where " +
                   std::to_string(entry.size) + " are promised, or to others: the file is damaged.",
               {entry.name}};
}

}  // namespace lesson
