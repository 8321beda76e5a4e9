#include "core/tensor/load.hpp"
#include "tests/core/tensor_support.hpp"

namespace lesson::test {

TEST_CASE("load: a file is known by its bytes") {
  const std::pair<const char*, FileKind> cases[] = {
      {"f8.npy", FileKind::Npy},      {"stored.npz", FileKind::Zip}, {"all.safetensors", FileKind::Safetensors},
      {"named.json", FileKind::Json}, {"torch.txt", FileKind::Text}, {"numpy.txt", FileKind::Text}};
  for (const auto& [name, kind] : cases) {
    INFO(name);
    const auto found = kind_of(fixture(name), "some file");
    REQUIRE(found.ok());
    REQUIRE(*found == kind);
    if (kind == FileKind::Zip) {
      require_refused(load(fixture(name), name), "file-is-zip", {name}, {});
    } else {
      REQUIRE(load(fixture(name), name).ok());
    }
  }
  REQUIRE(*kind_of(bytes("[[1, 2], [3, 4]]"), "x") == FileKind::Json);
  REQUIRE(*kind_of(bytes("[[1. 2.]\n [3. 4.]]"), "x") == FileKind::Text);
  REQUIRE(*kind_of(bytes("[[1], [2]] and more"), "x") == FileKind::Text);
}

TEST_CASE("load: names") {
  REQUIRE(stem_of("run/a.b/q.npy") == "q");
  REQUIRE(stem_of("q") == "q");
  REQUIRE(stem_of(".npy") == ".npy");
  REQUIRE(load(fixture("f8.npy"), "dir/key.npy")->front().name == "key");
  REQUIRE(load(bytes("\xEF\xBB\xBF{\"k\": [1]}"), "x.json")->front().name == "k");
}

TEST_CASE("load: no tensor, or too much of one") {
  require_refused(kind_of({}, "x"), "file-empty", {"x"}, {});
  require_refused(kind_of(bytes(std::string("GIF89a\0", 7)), "x"), "file-unknown", {"x"}, {".npy"});
  const std::vector<std::uint8_t> large(static_cast<std::size_t>(kMostBytes) + 65537);
  require_refused(kind_of(large, "x"), "file-too-large", {"x"}, {"64 MiB"});
}

}  // namespace lesson::test
