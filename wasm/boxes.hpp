// The two boxes that numbers cross in, and the last refusal. Both boxes are kept between calls, so a page that redraws
// with every keystroke allocates no new ones. Nothing here is of Emscripten: the native tests run every call through
// it.
#pragma once

#include "core/outcome.hpp"
#include "wasm/sink.hpp"
#include "wasm/wire.hpp"

namespace wire {

// What each call gives: the outbox is filled, or the refusal kept.
inline constexpr double kDone = 0, kRefused = 1;

double refuse(Error error);
double verdict(std::optional<Error> refused);
const Error& last_refusal();

// Byte offsets are doubles at this border: exact, and the same type under every memory size. 0 is no place at all.
// Errors:
//   too-large   more doubles than any call takes, 6 * kMostNumbers
//   wire        no count; or, of a call, an inbox that it cannot read
double inbox(double count);
double outbox();

Reader inbox_reader();
// Once it is read: a huge inbox is let go, so that the result has its room.
void leave_inbox();

// Fills the outbox with what `write` writes of the result.
double hand_out(const void* result, void (*write)(Sink&, const void*));

template <typename T>
double hand_out(const lesson::Outcome<T>& outcome) {
  if (!outcome) return refuse(outcome.error());
  return hand_out(&*outcome, [](Sink& sink, const void* result) { write(sink, *static_cast<const T*>(result)); });
}

}  // namespace wire
