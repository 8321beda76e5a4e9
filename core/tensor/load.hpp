// A file of any kind that is read, told by its first bytes and not by its name.
#pragma once

#include "core/tensor/tensor.hpp"
#include "core/tensor/zip.hpp"

namespace lesson {

enum class FileKind { Npy, Zip, Safetensors, Json, Text };

// Text is everything in UTF-8 that is nothing else.
//   file-empty       there is no byte in it
//   file-too-large   more than kMostBytes and 65,536 bytes of header
//   file-unknown     a NUL stands in what should be text: some other format
Outcome<FileKind> kind_of(Bytes file, std::string_view name);

// The tensors of any file but a zip. `name` is the name of the file: an array without a name is called by it, without
// its ending. Errors: those of kind_of and of the parser of its kind, and
//   file-is-zip      a zip has entries, which are read one by one
Outcome<std::vector<Tensor>> load(Bytes file, std::string_view name);

// The tensor of one entry of an .npz, unpacked. Errors: those of check_unpacked and parse_npy.
Outcome<Tensor> load_entry(const ZipEntry& entry, Bytes unpacked);

// "run/q.npy" -> "q".
std::string stem_of(std::string_view name);

}  // namespace lesson
