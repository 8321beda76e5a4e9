// The directory of a zip, which is what an .npz is. Nothing is unpacked here: a browser and Node inflate with what they
// have (DecompressionStream, node:zlib), stopped at the size that the directory names, and check_unpacked compares.
//
// Source: PKWARE, APPNOTE.TXT 6.3.10, sections 4.3 and 4.4.
#pragma once

#include "core/tensor/tensor.hpp"

namespace lesson {

bool is_zip(Bytes file);

struct ZipEntry {
  std::string name;
  std::size_t offset = 0;  // of its bytes in the file
  std::size_t packed = 0;  // how many they are
  std::size_t size = 0;    // unpacked
  bool deflated = false;   // else stored as they are
  std::uint32_t crc = 0;
};

// The entries in the order of the directory, folders left out. All that is said of places has been checked against the
// file. Sizes come from the directory alone: the headers before the entries may leave them out.
//
//   zip-directory    there is no directory, it is cut off, or it names places outside the file
//   zip-method       an entry is encrypted, or packed by anything but deflate
//   zip-too-large    more than kMostTensors entries, the unpacked sizes are together more than kMostBytes, or sizes of
//                    64 bits (zip64)
//   zip-pickle       a PyTorch checkpoint (.pt, .pth): Python objects, which are a program
Outcome<std::vector<ZipEntry>> zip_entries(Bytes file, std::string_view name);

// Whether these are the bytes that the directory promises.
//   zip-damaged   another number of bytes, or another checksum (CRC-32)
std::optional<Error> check_unpacked(const ZipEntry& entry, Bytes unpacked);

}  // namespace lesson
