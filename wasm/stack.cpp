// Stacks of blocks at the border.
#include "core/stack.hpp"

#include "wasm/block.hpp"
#include "wasm/calls.hpp"
#include "wasm/multihead.hpp"

namespace wire {

void write(Sink& sink, const lesson::StackTrace& trace) {
  sink.list("layers", trace.layers);
  sink.maybe("finalNorm", trace.final_norm);
  sink.field("output", trace.output);
}

void write(Sink& sink, const lesson::DecoderStackTrace& trace) {
  sink.list("layers", trace.layers);
  sink.maybe("finalNorm", trace.final_norm);
  sink.field("output", trace.output);
}

void write(Sink& sink, const lesson::EncoderDecoderTrace& trace) {
  sink.part("encoder", trace.encoder);
  sink.part("decoder", trace.decoder);
}

void write(Sink& sink, const Flags& blocked) { sink.field("blocked", blocked); }

namespace {

// A list of layers, and the final norm behind 0 or 1. After the first thing that does not fit nothing more is made.
template <typename Weights, typename Read>
Weights read_stack_weights(Reader& in, const std::string& part, Read read_layer) {
  Weights weights;
  const std::size_t count = in.length();
  for (std::size_t l = 0; l < count && in.ok(); ++l) {
    weights.layers.push_back(read_layer(in, part + "layers[" + std::to_string(l) + "]."));
  }
  if (in.choice(2) == 1) weights.final_norm = read_norm_weights(in);
  return weights;
}

struct StackInputs {
  lesson::Family family = lesson::Family::EncoderOnly;
  Matrix x;
  lesson::StackWeights weights;
  lesson::MultiheadOptions options;
};

StackInputs read_stack(Reader& in) {
  StackInputs inputs;
  inputs.family = static_cast<lesson::Family>(in.choice(2));
  inputs.x = in.matrix();
  inputs.weights = read_stack_weights<lesson::StackWeights>(in, "", read_block_weights);
  inputs.options = read_multihead_options(
      in, inputs.family == lesson::Family::DecoderOnly ? lesson::Causal::TopLeft : lesson::Causal::None);
  return inputs;
}

lesson::Outcome<lesson::StackTrace> stack(const StackInputs& in) {
  return in.family == lesson::Family::DecoderOnly ? lesson::decoder_only(in.x, in.weights, in.options)
                                                  : lesson::encoder_only(in.x, in.weights, in.options);
}

struct EncoderDecoderInputs {
  Matrix source, target;
  lesson::StackWeights encoder;
  lesson::DecoderStackWeights decoder;
  lesson::EncoderDecoderOptions options;
};

EncoderDecoderInputs read_encoder_decoder(Reader& in) {
  EncoderDecoderInputs inputs;
  inputs.source = in.matrix();
  inputs.target = in.matrix();
  inputs.encoder = read_stack_weights<lesson::StackWeights>(in, "encoder.", read_block_weights);
  inputs.options.encoder = read_multihead_options(in, lesson::Causal::None, "encoder.");
  inputs.decoder = read_stack_weights<lesson::DecoderStackWeights>(in, "decoder.", read_decoder_weights);
  inputs.options.decoder = read_multihead_options(in, lesson::Causal::TopLeft, "decoder.");
  inputs.options.cross = read_multihead_options(in, lesson::Causal::None, "decoder.memoryOptions.");
  return inputs;
}

lesson::Outcome<lesson::EncoderDecoderTrace> encoder_decoder(const EncoderDecoderInputs& in) {
  return lesson::encoder_decoder(in.source, in.target, in.encoder, in.decoder, in.options);
}

struct FamilyInputs {
  lesson::Family family;
  Index source, target;
};

FamilyInputs read_family(Reader& in) {
  return {static_cast<lesson::Family>(in.choice(3)), in.size("source"), in.size("target")};
}

lesson::Outcome<Flags> may_not_read(const FamilyInputs& in) {
  return lesson::may_not_read(in.family, in.source, in.target);
}

}  // namespace

Calls stack_calls() {
  static constexpr Call kCalls[] = {call<read_stack, stack>("stack"),
                                    call<read_encoder_decoder, encoder_decoder>("encoderDecoder"),
                                    call<read_family, may_not_read>("mayNotRead")};
  return table(kCalls);
}

}  // namespace wire
