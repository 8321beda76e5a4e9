// Every slip that a grade can name: the mistakes of the fault library that a hand makes too, and those that only a hand
// makes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lesson {

struct Slip {
  const char* id = "";           // stable: messages and kept attempts name it
  const char* description = "";  // one line
};

// Those of the fault library first, in its order and words; the same on every call.
const std::vector<Slip>& slips();

// The slip of that id; null if there is none.
const Slip* find_slip(std::string_view id);

}  // namespace lesson
