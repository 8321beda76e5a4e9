// How the results of the classifier are written.
#pragma once

#include "core/triage/session.hpp"
#include "wasm/sink.hpp"

namespace wire {

void write(Sink& sink, const lesson::triage::Started& started);
void write(Sink& sink, const lesson::triage::EpochReport& report);
void write(Sink& sink, const lesson::triage::TicketReading& reading);
void write(Sink& sink, const lesson::triage::Progress& progress);
void write(Sink& sink, const lesson::triage::PeerProgress& progress);
void write(Sink& sink, const lesson::triage::Judged& judged);
void write(Sink& sink, const lesson::triage::Rule& rule);

}  // namespace wire
