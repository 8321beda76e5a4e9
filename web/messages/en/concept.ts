/** Sentences of the figures of the part "concept". */
export const concept = {
  seed: 'Seed',
  nextSeed: 'Draw again',
  row: (i: number) => `token ${i}`,
  parts: {
    title: 'Change one part, see what moves',
    tryThis:
      'Before you choose a change, say which numbers will move. Those that moved are ringed.',
    choose: 'Change',
    changes: {
      none: 'nothing',
      query: 'the query of late, from (2, 1) to (0, 2)',
      key: 'the key of flight, from (2, 1) to (0, 1)',
      value: 'the value of flight, from (1, 0) to (9, 9)',
    },
    stages: { weights: 'Weights', output: 'Outputs' },
    component: (i: number) => `component ${i}`,
    words: {
      none: 'Nothing is changed yet: these are the numbers of the figure above.',
      moved: (change: string, weights: string, output: string) =>
        `Changed: ${change}. ${weights ? `Weights moved in the rows of ${weights}` : 'No weight moved'}; ${output ? `outputs moved in the rows of ${output}` : 'no output moved'}.`,
      why: {
        query: 'A query is used by its own row alone.',
        key: 'A key is compared with every query, so every row that can tell the difference shares out anew.',
        value:
          'A value is mixed in after softmax. No weight can notice; every row that reads it gives another output.',
      },
    },
  },
  recurrence: {
    title: 'From the first token to the last',
    tryThis: 'Make the text longer and watch the two ways. Then open the numbers for longer texts.',
    n: 'tokens n',
    range: (least: number, most: number) =>
      `This figure draws from ${least} to ${most} tokens; its table has longer texts.`,
    recurrent: 'Recurrent layer',
    attention: 'Self-attention layer',
    steps: (count: bigint) => (count === 1n ? '1 step' : `${count} steps, one after the other`),
    words: {
      recurrent: (n: number, steps: bigint) =>
        `Recurrent: with ${n} tokens the news of the first reaches the last after ${steps} ${steps === 1n ? 'step' : 'steps'}, through every state between.`,
      attention: (entries: string) =>
        `Self-attention: it takes 1 step at any length, and ${entries} scores for each head and layer.`,
    },
    data: {
      caption: 'Steps from the first token to the last, and what they cost',
      head: ['tokens', 'steps, recurrent', 'steps, self-attention', 'scores of a head'],
    },
  },
  shapes: {
    title: 'Every shape, for sizes of your own',
    tryThis:
      'Change one size and see which matrices change with it. Then set heads to 2, or choose a mistake, and read why the core refuses.',
    sizes: 'Sizes',
    n: 'tokens n',
    dModel: 'model width d_model',
    dK: 'key width d_k',
    dV: 'value width d_v',
    batch: 'batch',
    heads: 'heads',
    mistake: 'Mistake',
    mistakes: {
      none: 'none',
      inner: 'W_Q has one row too many',
      width: 'W_K has one column too many',
      values: 'V has one row more than K',
      batch: 'K and V hold one example more than Q',
    },
    most: (name: string, most: number) =>
      `${name} is more than ${most}, which is as far as this figure draws.`,
    one: 'One head',
    all: (heads: number) => (heads === 1 ? 'One head of the full width' : `All ${heads} heads`),
    steps: {
      project: '× W_Q, W_K, W_V',
      score: 'Q Kᵀ ÷ √d_k',
      softmax: 'softmax of each row',
      mix: '× V',
      split: 'share out the width',
      each: 'attention, each head alone',
      join: 'side by side',
      wo: '× W_O',
    },
    names: {
      x: 'X',
      q: 'Q',
      k: 'K',
      v: 'V',
      scores: 'scaled scores',
      weights: 'weights',
      output: 'output',
      headQ: 'Q of a head',
      headWeights: 'weights of a head',
      headOutput: 'output of a head',
      concatenated: 'heads side by side',
      final: 'output of the layer',
    },
    shape: (sizes: readonly number[]) => `(${sizes.join(', ')})`,
    times: (count: number) => `× ${count}`,
    words: {
      one: (x: string, q: string, v: string, scores: string, output: string) =>
        `One head: X ${x} gives Q and K ${q} and V ${v}. Scores and weights are ${scores}, the output is ${output}.`,
      batch: (batch: number, scores: string, output: string) =>
        batch === 1
          ? `With the batch axis in front: scores ${scores}, output ${output}.`
          : `With ${batch} examples in a batch: scores ${scores}, output ${output}. No example reads another.`,
      heads: (heads: number, width: number, concatenated: string, output: string) =>
        `In a layer of ${heads === 1 ? 'one head, the head gets' : `${heads} heads, each gets`} the width ${width} = d_model / heads; here d_k and d_v are not free. Side by side they are ${concatenated}, and after W_O again ${output}.`,
      entries: (entries: string, bytes: string, mib: string) =>
        `All heads and examples together hold ${entries} scores. At 2 bytes each that is ${bytes} bytes${mib ? ` (${mib}\u00a0MiB)` : ''}.`,
      square: 'Only scores and weights have n twice in their shape.',
    },
    data: {
      caption: 'Shapes',
      head: ['', 'one example', 'in the batch'],
      allCaption: 'Shapes of a layer with all its heads, one example',
      allHead: ['', 'shape', 'how many'],
    },
  },
  six: {
    title: 'Three maps of one untrained head',
    tryThis:
      'Draw again a few times. Find a map that seems to mean something, and remember that nothing was learned.',
    maps: { plain: 'No mask', causal: 'Causal mask', unscaled: 'No scaling' },
    about: {
      plain: 'scores divided by √16',
      causal: 'later tokens blocked, hatched',
      unscaled: 'scores 4 times as large',
    },
    grid: (name: string) => `Weights, ${name.toLowerCase()}. Rows are queries, columns are keys.`,
    spread: (value: string, count: number) => `Average spread: ${value} of ${count} keys`,
    words: {
      spread: (seed: string, plain: string, causal: string, unscaled: string) =>
        `Seed ${seed}: a query spreads over ${plain} of 6 effective keys on average. Under the causal mask it is ${causal}, where the first token has only itself. Without scaling it is ${unscaled}.`,
      largest: (map: string, query: string, key: string, weight: string) =>
        `${map}: the largest weight is ${weight}, from ${query} to ${key}.`,
      first: 'In the causal map the first row is 1 followed by zeros, exactly, whatever the seed.',
    },
    data: { caption: (name: string) => `Weights, ${name.toLowerCase()}`, spread: 'spread' },
  },
  block: {
    title: 'One block, and what each step does to the rows',
    tryThis:
      'Switch the order. Then make the input rows 10 times as long, and compare the last step of both orders.',
    order: 'Order',
    one: 'One block, from the bottom up',
    post: 'post-norm (2017)',
    pre: 'pre-norm',
    length: 'Input rows times',
    heads: 'Heads',
    bottomUp: 'Bars: the standard deviation of each row over its features.',
    diagram: 'Steps of the block, with statistics of the rows',
    stages: {
      input: ['Input', 'embeddings plus positions'],
      norm1: ['LayerNorm 1', 'each row to mean 0, deviation 1'],
      attention: ['Attention', 'heads side by side, mixed by W_O'],
      residual1: ['Residual 1', 'input added to the attention'],
      norm2: ['LayerNorm 2', 'each row to mean 0, deviation 1'],
      feedForward: ['Feed-forward', '16 to 64 to 16, GELU between'],
      residual2: ['Residual 2', 'rows below added to the feed-forward'],
    } as Record<string, readonly [string, string]>,
    output: 'This is the output.',
    deviation: 'deviation',
    mean: 'mean',
    range: (least: string, most: string) => (least === most ? most : `${least} to ${most}`),
    stack: {
      title: 'Eight blocks on top of each other',
      chart: 'Average standard deviation of the rows after each block, for both orders',
      x: 'blocks',
      y: 'deviation',
    },
    words: {
      output: (order: string, least: string, most: string) =>
        `In ${order} the rows leave the block with a standard deviation of ${least === most ? most : `${least} to ${most}`}.`,
      input: (least: string, most: string, length: string) =>
        `They came in with ${least === most ? most : `${least} to ${most}`}, at ${length} times the drawn length.`,
      post: 'The last step is a LayerNorm, so every row ends with mean 0 and deviation 1 whatever came in.',
      pre: 'The residual path is never normalised: what came in is still there, with the outputs of attention and feed-forward added.',
      stack: (pre: string, post: string, blocks: number) =>
        `After ${blocks} blocks the average deviation is ${pre} in pre-norm and ${post} in post-norm. Pre-norm stacks therefore end with one more LayerNorm.`,
    },
    data: {
      caption: 'Rows after each step: standard deviation',
      means: 'Rows after each step: mean',
      stack: 'Average deviation after each block',
      blocks: (i: number) => (i === 0 ? 'input' : `block ${i}`),
    },
  },
  share: {
    title: 'The share of the n × n part',
    tryThis:
      'Set the number of tokens to your model’s context. Find the width at which the n × n part is half of the work.',
    n: 'tokens n',
    dModel: 'model width d_model',
    chart: 'Share of the n × n part in a layer’s multiply-adds, by number of tokens',
    x: 'tokens n',
    y: 'share',
    line: (width: string, yours: boolean) => (yours ? `${width} (yours)` : width),
    half: 'half',
    crossover: (n: string) => `n = ${n}`,
    parts: {
      projections: 'projections',
      feedForward: 'feed-forward',
      scoresAndMix: 'n × n part',
    },
    bar: 'Multiply-adds of the layer',
    words: {
      now: (n: string, width: string, share: string) =>
        `At ${n} tokens and width ${width} the n × n part takes ${share} of the layer’s multiply-adds.`,
      crossover: (n: string, side: 'below' | 'at' | 'above') =>
        `It reaches half at ${n} tokens, 6 times the width; you are ${side} that.`,
      memory: (entries: string, mib: string) =>
        `Memory is separate, and the width does not enter it: one head stores ${entries} scores, ${mib}\u00a0MiB at 2 bytes each.`,
      counted: 'Forward pass, batch 1; without softmax, normalisation and memory traffic.',
    },
    data: {
      caption: 'Multiply-adds of one layer',
      head: ['', 'multiply-adds'],
      total: 'total',
      shares: 'Share of the n × n part',
    },
  },
} as const;
