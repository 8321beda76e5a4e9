#include "wasm/boxes.hpp"

#include <cstdint>
#include <utility>

#include "core/check.hpp"
#include "core/random/request.hpp"

namespace wire {
namespace {

constexpr std::size_t kWorthKeeping = std::size_t{1} << 20;

std::vector<double> inbox_numbers;
std::vector<double> outbox_numbers;
Error last;

// An old box is let go before a larger one is made, and a huge one once it is not needed any more: the peak counts.
void make_room(std::vector<double>& box, std::size_t count) {
  const bool too_small = count > box.capacity();
  const bool wasteful = box.capacity() > kWorthKeeping && box.capacity() / 2 > count;
  if (too_small || wasteful) box = std::vector<double>();
  box.resize(count);
}

double address(const std::vector<double>& box) {
  return static_cast<double>(reinterpret_cast<std::uintptr_t>(box.data()));
}

}  // namespace

double refuse(Error error) {
  last = std::move(error);
  return kRefused;
}

double verdict(std::optional<Error> refused) { return refused ? refuse(std::move(*refused)) : kDone; }

const Error& last_refusal() { return last; }

double inbox(double count) {
  constexpr double kMost = 6.0 * static_cast<double>(lesson::kMostNumbers);
  if (!is_whole(count) || count < 0) return refuse(not_of_the_wire()), 0;
  if (count > kMost) {
    refuse({"too-large",
            "The inputs of this call hold " + lesson::shown(count) + " numbers, more than the " + lesson::shown(kMost) +
                " that one call may hand over.",
            {"inputs"}});
    return 0;
  }
  make_room(inbox_numbers, static_cast<std::size_t>(count));
  return address(inbox_numbers);
}

double outbox() { return address(outbox_numbers); }

Reader inbox_reader() { return {inbox_numbers.data(), inbox_numbers.size()}; }

void leave_inbox() {
  if (inbox_numbers.size() > kWorthKeeping) make_room(inbox_numbers, 0);
}

double hand_out(const void* result, void (*write)(Sink&, const void*)) {
  Sink room;
  write(room, result);
  make_room(outbox_numbers, room.count());
  Sink writer(outbox_numbers.data());
  write(writer, result);
  return kDone;
}

}  // namespace wire
