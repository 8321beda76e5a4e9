// Every call of the core that takes numbers and gives numbers. One line gives a call its name, its reader, its function
// and, through the function's result, its field names; bindings.cpp exports what stands here.
//
// A part of the core has its own file, of the same stem: how its inputs are read, how its results are written, and its
// lines. It is added to the lists of the modules that have it, parts_*.cpp.
#pragma once

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "wasm/boxes.hpp"
#include "wasm/sink.hpp"
#include "wasm/wire.hpp"

namespace wire {

struct Call {
  const char* name;
  double (*run)();          // inbox -> outbox: kDone or kRefused
  std::string (*fields)();  // names of the outbox, as Sink has them
};

// Read: Inputs(Reader&). Compute: Outcome<Result>(const Inputs&). Result: write(Sink&, const Result&).
template <auto Read, auto Compute>
constexpr Call call(const char* name) {
  using Inputs = decltype(Read(std::declval<Reader&>()));
  using Result = std::decay_t<decltype(*Compute(std::declval<const Inputs&>()))>;
  return {name,
          [] {
            Reader reader = inbox_reader();
            const Inputs inputs = Read(reader);
            if (auto refused = reader.refusal()) return refuse(std::move(*refused));
            leave_inbox();
            return hand_out(Compute(inputs));
          },
          [] {
            std::string names;
            Sink sink(names);
            write(sink, Result{});
            return names;
          }};
}

// A table that lies in memory as it is.
struct Calls {
  const Call* first;
  const Call* last;

  const Call* begin() const { return first; }
  const Call* end() const { return last; }
};
template <std::size_t Count>
constexpr Calls table(const Call (&calls)[Count]) {
  return {calls, calls + Count};
}

Calls attention_calls();
Calls blind_calls();
Calls block_calls();
Calls cost_calls();
Calls doctor_calls();
Calls exercise_calls();
Calls gradient_calls();
Calls half_calls();
Calls lab_calls();
Calls mistake_calls();
Calls multihead_calls();
Calls position_calls();
Calls puzzle_calls();
Calls random_calls();
Calls review_calls();
Calls stack_calls();
Calls triage_calls();

using Part = Calls (*)();
struct Parts {
  const Part* first;
  const Part* last;

  const Part* begin() const { return first; }
  const Part* end() const { return last; }
};

// The parts of this module: one of parts_*.cpp. What no part calls is not linked.
Parts parts();

// The field names of the call, or "" if there is none of that name.
std::string fields(const std::string& call);

}  // namespace wire
