// Normalisation, feed-forward and blocks at the border: what stacks read and write too.
#pragma once

#include <string>

#include "core/block.hpp"
#include "wasm/sink.hpp"
#include "wasm/wire.hpp"

namespace wire {

// order, attention, feedForward, norm1, norm2
lesson::BlockWeights read_block_weights(Reader& in, const std::string& part = "");
// order, self, cross, feedForward, norm1, norm2, norm3
lesson::DecoderWeights read_decoder_weights(Reader& in, const std::string& part = "");
// weight?, bias?, eps?
lesson::NormWeights read_norm_weights(Reader& in);

void write(Sink& sink, const lesson::RowStatistics& rows);
void write(Sink& sink, const lesson::NormTrace& trace);
void write(Sink& sink, const lesson::FeedForwardTrace& trace);
void write(Sink& sink, const lesson::BlockStage& stage);
void write(Sink& sink, const lesson::BlockTrace& trace);
void write(Sink& sink, const lesson::DecoderTrace& trace);

}  // namespace wire
