// Hugging Face's safetensors: eight bytes with the length of the header, the header in JSON, and the numbers.
//
//   {"q": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}, "__metadata__": {"format": "pt"}}
//
// Source: github.com/huggingface/safetensors, README.md, "Format", version 0.4: little-endian, row-major, offsets from
// the end of the header, no holes.
#pragma once

#include "core/tensor/tensor.hpp"

namespace lesson {

// Whether a header of a possible length begins with "{" after eight bytes.
bool is_safetensors(Bytes file);

// The tensors in the order of the header. Errors: those of make_tensor, and
//   safetensors-header      the length of the header is beyond the file or 4 MiB, or it is not the JSON asked for
//   safetensors-dtype       another dtype than F64, F32, F16, BF16, I64, I32, U8 and BOOL
//   safetensors-offsets     a tensor lies outside the file or overlaps another, or its shape takes another size
//   tensor-count            more than kMostTensors
//   tensor-name             a name is given twice
Outcome<std::vector<Tensor>> parse_safetensors(Bytes file, std::string_view name);

}  // namespace lesson
