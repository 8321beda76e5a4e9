// libFuzzer: any bytes as zip.
#include "core/tensor/load.hpp"
#include "core/tensor/zip.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace lesson::fuzz {

void one(Bytes input) {
  const auto entries = zip_entries(input, "q.npz");
  if (!entries.ok()) return;
  for (const ZipEntry& entry : *entries) {
    const Bytes packed = input.subspan(entry.offset, entry.packed);
    if (entry.deflated) continue;
    const auto made = load_entry(entry, packed);
    if (made.ok()) read_all(*made);
  }
}

}  // namespace lesson::fuzz
