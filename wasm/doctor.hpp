// The tensor doctor at the border. It remembers, unlike every other part: the tensors that were read, the case that was
// taken in, and the search. A page has one.
//
// Bytes of files come through a box of their own, since as doubles they would take eight times the room.
#pragma once

#include <cstddef>
#include <cstdint>

namespace wire {

// Makes room for `count` bytes and gives its address; 0 when that is more than a file may have.
//   file-too-large   more than 64 MiB, and a header
double byte_box(double count);

// Its calls refuse what the core refuses, and
//   files-too-large  all tensors that were read are together more than 64 MiB
//   role-twice       two tensors have the same role
//   no-search        what a search found is asked for, and none has been started since the tensors changed

}  // namespace wire
