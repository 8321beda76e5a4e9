#include "core/tensor/load.hpp"
#include "core/tensor/zip.hpp"
#include "tests/core/tensor_support.hpp"

namespace lesson::test {

TEST_CASE("zip: stored arrays of numpy.savez, with their checksums") {
  const auto file = fixture("stored.npz");
  const auto entries = zip_entries(file, "stored.npz");
  REQUIRE(entries.ok());
  const auto expected = expected_of("stored.npz");
  REQUIRE(entries->size() == expected.size());
  for (std::size_t i = 0; i < entries->size(); ++i) {
    const ZipEntry& entry = (*entries)[i];
    REQUIRE(!entry.deflated);
    std::vector<std::uint8_t> data(file.begin() + static_cast<std::ptrdiff_t>(entry.offset),
                                   file.begin() + static_cast<std::ptrdiff_t>(entry.offset + entry.size));
    const auto tensor = load_entry(entry, data);
    REQUIRE(tensor.ok());
    require_is(*tensor, expected[i]);
    data.back() ^= 1U;
    require_refused(load_entry(entry, data), "zip-damaged", {entry.name}, {"damaged"});
    data.pop_back();
    require_refused(check_unpacked(entry, data), "zip-damaged", {entry.name}, {std::to_string(entry.size)});
  }
}

TEST_CASE("zip: the directory of a packed file") {
  const auto entries = zip_entries(fixture("deflated.npz"), "deflated.npz");
  REQUIRE(entries.ok());
  REQUIRE(entries->size() == 3);
  for (const ZipEntry& entry : *entries) {
    REQUIRE(entry.deflated);
    REQUIRE(entry.size == 224);
  }
  REQUIRE((*entries)[2].packed < 224);
}

TEST_CASE("zip: cut off or with any one byte changed, nothing outside the file is named") {
  const auto whole = fixture("stored.npz");
  const auto look = [](const std::vector<std::uint8_t>& file) {
    const auto entries = zip_entries(file, "q.npz");
    if (!entries.ok()) return;
    for (const ZipEntry& entry : *entries) REQUIRE(entry.offset + entry.packed <= file.size());
  };
  for (std::size_t at = 0; at < whole.size(); ++at) {
    look({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(at)});
    auto changed = whole;
    for (const unsigned flip : {0x01U, 0x80U, 0xFFU}) {
      changed[at] = static_cast<std::uint8_t>(whole[at] ^ flip);
      look(changed);
    }
  }
}

TEST_CASE("zip: bombs, encryption and checkpoints") {
  auto file = fixture("deflated.npz");
  const auto entry = [&file](std::size_t skip) {  // the first directory entry
    for (std::size_t at = 0; at + 4 < file.size(); ++at) {
      if (file[at] == 'P' && file[at + 1] == 'K' && file[at + 2] == 1 && file[at + 3] == 2) return at + skip;
    }
    return std::size_t{0};
  };
  const auto refused = [&file](const char* code, std::initializer_list<std::string> named) {
    require_refused(zip_entries(file, "q.npz"), code, {"q.npz"}, named);
  };
  file[entry(27)] = 0x05;  // 80 MiB, unpacked
  refused("zip-too-large", {"64 MiB"});
  file[entry(27)] = file[entry(26)] = file[entry(25)] = file[entry(24)] = 0xFF;
  refused("zip-too-large", {"zip64"});
  file = fixture("deflated.npz");
  file[entry(8)] |= 1U;
  refused("zip-method", {"encrypted"});
  file[entry(8)] = 0;
  file[entry(10)] = 12;
  refused("zip-method", {"12"});
  require_refused(zip_entries(fixture("checkpoint.pt"), "q.pt"), "zip-pickle", {"q.pt"}, {"safetensors"});
  require_refused(zip_entries(bytes("PK\3\4"), "q.npz"), "zip-directory", {"q.npz"}, {"cut off"});
}

}  // namespace lesson::test
