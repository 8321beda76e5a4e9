/** Sentences of the figures of the part "depth". */
import { joinWords } from '../../format/number.ts';

export const depth = {
  seed: 'Seed',
  nextSeed: 'Draw again',
  stepper: {
    back: 'Step back',
    next: 'Next step',
    count: (done: number, all: number) => `Step ${done} of ${all}`,
  },
  row: {
    title: 'One row, a step at a time',
    tryThis:
      'Say each number before you press Next step. Then take another event, or switch the scale or the mask.',
    events: ['login', 'new-device', 'transfer'],
    query: 'Event that asks',
    scale: 'Scale',
    causal: 'Causal mask',
    event: 'event',
    key: 'key',
    value: 'value',
    caption: 'The row, key by key',
    output: 'Output of the row',
    asks: (name: string, query: string) => `${name} asks with ${query}`,
    columns: {
      raw: 'raw',
      scaled: 'scaled',
      masked: 'masked',
      exponential: 'exp(score − largest)',
      weight: 'weight',
    },
    say: {
      start: (name: string) => `${name} asks. What is its dot product with each key?`,
      raw: (products: readonly string[]) =>
        `Multiply component by component and add. ${products.join('; ')}.`,
      scaled: (factor: string) => `Multiply by 1/√4 = ${factor}.`,
      unscaled: 'The scale is off: the scores stay as they are.',
      masked: (name: string) => `What comes after ${name} becomes −∞, before softmax.`,
      exponential: (most: string, sum: string) =>
        `Subtract the largest score, ${most}, and take exponentials. Their sum is ${sum}.`,
      weight: (sum: string) => `Divide each by the sum. The weights sum to ${sum}.`,
      output: (output: string, keys: string) =>
        `Weight the values and add: the output is ${output}. The row reads ${keys} effective keys.`,
    },
  },
  spread: {
    title: 'The same preferences at three sizes',
    tryThis:
      'Say the weights before each step. Then type a larger factor, or a negative one, and see what is left of the third weight.',
    tokens: ['bag', 'delayed', 'refund'],
    factor: 'Largest factor',
    sizes: {
      scaled: 'times 1/√2',
      raw: 'as they are',
      times: (factor: string) => `times ${factor}`,
    },
    caption: 'One row of scores at three sizes',
    head: [
      'size',
      'scores',
      'exp(score − largest)',
      'weights',
      'effective keys',
      'slope of the third weight',
    ],
    open: '…',
    say: {
      start: (tokens: readonly string[]) =>
        `The query of bag has the raw scores (1, 1, 0) with ${joinWords(tokens)}. Which weights do they give at each size?`,
      scores: (size: string, scores: string) => `The scores ${size}: ${scores}.`,
      exponentials: (most: string, exponentials: string, sum: string) =>
        `Subtract the largest score, ${most}, and take exponentials: ${exponentials}. Their sum is ${sum}.`,
      weights: (weights: string, keys: string, slope: string) =>
        `Divide by the sum: ${weights}. That is ${keys} effective keys. When the score of the third key moves, its weight moves ${slope} times as much.`,
    },
  },
  scale: {
    title: 'Dot products grow with the width',
    tryThis:
      'Draw again and see what stays: the measured points follow the square root of the width.',
    about: (draws: number, tokens: number) =>
      `For each width: ${draws} draws of ${tokens} queries and ${tokens} keys from a standard normal distribution, so ${(draws * tokens * tokens).toLocaleString('en')} dot products.`,
    told: 'Width to tell of',
    width: 'width d_k',
    sd: 'SD of the dot products',
    sdHead: 'How large the scores are',
    sdLegend: 'Solid: measured. Dashed: theory. Dotted: measured after scaling.',
    sdChart: (seed: string) =>
      `SD of dot products against the width, for seed ${seed}: raw, by theory and scaled`,
    raw: 'measured',
    theory: 'theory √d_k',
    scaled: 'scaled',
    keys: 'effective keys',
    keysHead: 'How many keys a query reads',
    keysLegend: 'Solid: with the scale. Dashed: without.',
    keysChart: (seed: string) =>
      `Effective keys of 8 against the width, for seed ${seed}: with scale and without`,
    withScale: 'with scale',
    without: 'without',
    words: {
      sd: (width: number, raw: string, theory: string, scaled: string) =>
        `At width ${width} the raw scores have an SD of ${raw}; theory says ${theory}. After division by the square root of the width it is ${scaled}.`,
      kept: (least: string, most: string, tokens: number) =>
        `With the scale, a query reads ${least} to ${most} effective keys of ${tokens} on average, whatever the width.`,
      lost: (from: string, to: string, least: number, most: number) =>
        `Without it, that falls from ${from} at width ${least} to ${to} at width ${most}. Nothing was learned: only the width has changed.`,
    },
    data: {
      caption: (seed: string) => `Measured with seed ${seed}`,
      head: [
        'width',
        'SD, measured',
        'SD, theory',
        'SD, scaled',
        'effective keys, scaled',
        'effective keys, not scaled',
      ],
    },
  },
  mask: {
    title: 'Paint a mask',
    tryThis:
      'Start from a mask, then switch cells on and off. Look at what each event reads, and at how each library wants the same mask.',
    start: 'Start from',
    starts: { open: 'no mask', causal: 'causal', padding: 'padding', both: 'both' },
    grid: 'May the row read the column?',
    mayRead: 'Who may read whom',
    legend: '✓ may be read, hatched: blocked.',
    weights: 'Weights',
    weightsGrid: 'Weights under the mask',
    empty: 'A row that may read nothing',
    emptyNan: 'NaN, as the formula has it',
    emptyZero: 'zeros, as SDPA means it',
    wrong: 'Mistake the meaning of True',
    wrongNow: 'Each cell is taken for its opposite: what should be blocked is read.',
    events: ['login', 'new-device', 'transfer', 'padding'],
    encodings: 'The same mask, as each library wants it',
    sdpa: 'SDPA, boolean attn_mask',
    sdpaAbout: 'True: takes part.',
    mha: 'MultiheadAttention, boolean attn_mask',
    mhaAbout: 'True: may not be read.',
    additive: 'Both, floating-point attn_mask',
    additiveAbout: 'Added to the scores.',
    short: 'Shorter',
    shortAbout: 'What the mask has a name for.',
    none: 'no mask at all',
    causalOnly: 'SDPA: is_causal=True',
    paddingOnly: 'MultiheadAttention: key_padding_mask=',
    noShort: '# none: hand over the table',
    words: {
      reads: (query: string, keys: readonly string[], weights: readonly string[]) =>
        `${query} reads ${joinWords(keys)} (${joinWords(weights)}).`,
      nothing: (query: string, given: string) => `${query} may read nothing: its row is ${given}.`,
      count: (blocked: number, all: number) => `${blocked} of ${all} cells are blocked.`,
      wrong:
        'These are the weights of the mistake: a boolean table is read with the opposite meaning. No shape check can notice.',
    },
    data: 'Weights, row by row',
  },
  conventions: {
    title: 'Each default, computed',
    tryThis:
      'Choose a row of the table. Say what the second map will look like, then compare: every map comes from the same session.',
    choose: 'Default or convention',
    names: {
      scale: 'scale=None',
      'is-causal': 'is_causal=False',
      'both-masks': 'is_causal with attn_mask',
      'fewer-queries': 'is_causal, fewer queries than keys',
      'sdpa-mask': 'SDPA: boolean attn_mask',
      'key-padding': 'MHA: key_padding_mask',
      'mha-mask': 'MHA: boolean attn_mask',
      'batch-first': 'MHA: batch_first=False',
      'need-weights': 'MHA: need_weights=True',
    },
    factor: 'scale=',
    call: 'The call',
    events: ['login', 'new-device', 'transfer'],
    padding: 'padding',
    wrong: 'What goes wrong',
    right: 'What is meant',
    typed: 'What you set',
    grid: (head: string) => `Weights: ${head}`,
    refusal: 'Explicit attn_mask should not be set when is_causal=True',
    heads: {
      scaleNone: 'scale=None',
      scaleGiven: (factor: string) => `scale=${factor}`,
      scaleTwice: 'query scaled before, scale=None',
      notCausal: 'is_causal=False in a decoder',
      causal: 'is_causal=True',
      onlyCausal: 'is_causal=True alone',
      onlyPadding: 'attn_mask alone',
      joined: 'both joined in attn_mask',
      topLeft: 'is_causal=True: top left',
      bottomRight: 'triangle at the bottom right',
      takesPart: 'True: takes part',
      takenForBlocked: 'MHA’s mask handed to SDPA',
      ignored: 'True: is ignored',
      takenForPart: 'SDPA’s mask handed to MHA',
      mayNot: 'True: may not be read',
      batchFirst: 'batch_first=True',
      sequenceFirst: 'batch_first=False',
      head: (number: number) => `head ${number}`,
      mean: 'what is returned: their mean',
    },
    said: {
      scale: (usual: string, weight: string, factor: string, given: string, twice: string) =>
        `The width of the query is E = 4, so scale=None multiplies by 1/√4 = ${usual}: transfer reads new-device with ${weight}. With scale=${factor} it is ${given}. A query that was scaled before is scaled again, and it is ${twice}.`,
      isCausal: (open: string, causal: string) =>
        `Without the mask new-device reads transfer, which comes later, with ${open}; with is_causal=True that is ${causal}. No shape differs.`,
      bothMasks: (causal: number, padding: number, both: number) =>
        `PyTorch refuses both at once. is_causal alone blocks ${causal} of 16 cells and reads padding; the padding mask alone blocks ${padding} and reads the future. Joined they block ${both}.`,
      fewerQueries: (wrong: string, right: string) =>
        `The newest event asks, with the keys of all three. Aligned at the top left it counts as the first event and reads login with ${wrong}. It is the last, may read all, and then gives login ${right}.`,
      sdpaMask: (future: string, last: string) =>
        `The same table with the opposite meaning: login now reads transfer with ${future}, and transfer may read nothing. By the formula its row is ${last}; PyTorch gives zeros from version 2.5 on.`,
      keyPadding: (filler: string) =>
        `Handed over from SDPA, the mask keeps what it should drop: every event reads the padding with ${filler}, and no event at all.`,
      mhaMask: (right: string, wrong: string) =>
        `new-device should read login with ${right} and no later event. With the opposite meaning it reads transfer with ${wrong}.`,
      batchFirst: (right: string, wrong: string) =>
        `Read as three sequences of one event, each event reads itself with ${wrong}; as one sequence of three, login reads itself with ${right}. The output has the same shape both times.`,
      needWeights: (first: string, second: string, mean: string) =>
        `new-device reads itself with ${first} in head 1 and with ${second} in head 2. What comes back says ${mean}, which is neither.`,
    },
    data: (head: string) => `Weights: ${head}`,
  },
  heads: {
    title: 'Split, attend, merge',
    tryThis:
      'Change the number of heads; try 3, too. Then leave out the transpose and see whose numbers a head gets.',
    heads: 'Heads',
    forget: 'Leave out the transpose when splitting',
    tokens: ['bag', 'delayed', 'refund'],
    head: (t: number) => `Head ${t}`,
    weightsOf: (n: number) => `weights (${n}, ${n})`,
    weightsGrid: (t: number) => `Weights of head ${t}`,
    outputGrid: (t: number) => `Output of head ${t}`,
    outputOf: (n: number, k: number) => `output (${n}, ${k})`,
    joined: 'Side by side',
    joinedGrid: 'Outputs of the heads side by side',
    result: 'Times W_O',
    resultGrid: 'Output of the layer',
    mean: 'Mean of the maps',
    meanAbout: 'A map that no head has.',
    meanGrid: 'Mean of the weights over the heads',
    shape: (rows: number, cols: number) => `(${rows}, ${cols})`,
    memory: 'The same numbers in memory',
    memoryAbout:
      'Each box is a run of neighbours in memory. Inside stand the token, the head, and the columns.',
    stored: (n: number, d: number) => `Stored: (${n}, ${d}), one token after the other`,
    view: (n: number, h: number, k: number) => `View as (${n}, ${h}, ${k}): nothing moves`,
    transpose: (n: number, h: number, k: number) =>
      `Transpose to (${h}, ${n}, ${k}): all tokens of one head together`,
    merge: (n: number, d: number) => `Transpose back, then view as (${n}, ${d}): ready for W_O`,
    wrongly: (n: number, h: number, k: number) =>
      `Reshape to (${h}, ${n}, ${k}) without transpose: each head gets whole tokens`,
    cell: (token: string, head: number) => `${token}, head ${head}`,
    taken: (token: string, head: number) => `${token}, taken for head ${head}`,
    columns: (from: number, to: number) => (from === to ? `${from}` : `${from}–${to}`),
    words: {
      shapes: (heads: number, n: number, k: number, d: number) =>
        heads === 1
          ? `One head of the full width ${k}; its output is (${n}, ${k}).`
          : `${heads} heads of width ${k}; each gives (${n}, ${k}), side by side (${n}, ${d}).`,
      most: (head: number, query: string, key: string, weight: string) =>
        `In head ${head}, ${query} reads ${key} most, with ${weight}.`,
      wrong:
        'The transpose is left out: shapes are right, each row still sums to 1, and every head mixes columns that belong to other heads.',
    },
    data: (t: number) => `Weights of head ${t}`,
  },
  positions: {
    title: 'Where a row stands',
    tryThis:
      'Change the width or the third start and see whether the curves part. Then move both rotary positions by the same amount.',
    width: 'Code width d',
    start: 'Third start',
    codes: 'Codes of positions',
    codesAbout: (n: number, d: number) =>
      `Position down, column across: ${n} positions, ${d} columns. No colour is −1, full colour is 1. Columns on the left change fast, on the right slowly.`,
    codesPicture: (n: number, d: number) => `Heat map of ${n} position codes of width ${d}`,
    similar: 'Similarity of two positions',
    similarAbout: (n: number) =>
      `Cosine between the codes of each two of ${n} positions. Full colour is 1, no colour 0. Each diagonal has one shade.`,
    similarPicture: (n: number) => `Heat map of the cosine between each two of ${n} positions`,
    curves: 'Similarity by offset',
    curvesLegend: (starts: readonly string[]) =>
      `Solid: from ${starts[0]}. Dashed: from ${starts[1]}. Dotted: from ${starts[2]}.`,
    curvesChart: (starts: readonly string[]) =>
      `Cosine of two codes against their offset, from positions ${joinWords(starts)}`,
    from: (start: string) => `from ${start}`,
    offset: 'offset',
    cosine: 'cosine',
    rotary: 'Rotary positions',
    rotaryAbout: 'Query (1, 2, −1, 0.5), key (0.5, 1, 2, −1), turned by their positions.',
    query: 'Query at',
    key: 'Key at',
    shift: 'Shift by',
    rotaryHead: ['', 'query at', 'key at', 'score'],
    rotaryCaption: 'Score of the turned vectors',
    asGiven: 'as given',
    bothMoved: 'both moved',
    queryMoved: 'only the query moved',
    alibi: 'ALiBi',
    alibiAbout: (head: number, slope: string) =>
      `Added to the scaled scores of head ${head}: slope ${slope}. Later keys are blocked.`,
    alibiGrid: 'What ALiBi adds',
    head: 'Head',
    headOption: (head: number, of: number) => `${head} of ${of}`,
    words: {
      range: (least: string, most: string, offsets: number) =>
        `Over offsets 0 to ${offsets}, the cosine lies between ${least} and ${most}.`,
      agree: (starts: readonly string[], sd: string) =>
        `The curves from ${joinWords(starts)} agree: at no offset is their SD above ${sd}. That is rounding.`,
      rotary: (given: string, both: string, one: string) =>
        `The rotary score is ${given}; with both positions moved it is ${both}, with the query alone ${one}.`,
    },
    data: {
      curves: 'Cosine by offset',
      alibi: 'ALiBi bias',
    },
  },
  properties: {
    title: 'Six properties, tested on your numbers',
    tryThis:
      'Change a number, switch the mask on, or build in a mistake. Say which tests will fail before you look.',
    tokens: ['bag', 'delayed', 'refund'],
    causal: 'Causal mask',
    mistake: 'Mistake',
    noMistake: 'none',
    mistakes: {
      'softmax-over-queries': 'softmax over queries',
      'scale-missing': 'no scale',
      'mask-after-softmax': 'mask after softmax',
      'mask-fill-zero': 'blocked scores set to 0',
      'causal-mask-dropped': 'mask accepted, not applied',
    },
    caption: 'Six properties and what their tests find',
    head: ['property', 'test', 'finding'],
    rows: {
      permutation: 'Permutation equivariance',
      convex: 'Convex mixing',
      input: 'Weights depend on the input',
      parameters: 'Parameters do not depend on n',
      quadratic: 'Quadratic scores',
      masked: 'Masked keys are gone',
    },
    verdict: { pass: 'holds', fail: 'fails', 'not-applicable': 'does not apply' },
    needs: (what: string) => `needs ${what}`,
    furthest: (got: string, expected: string) => `got ${got} where ${expected} was due`,
    inputTest: 'Setting the first key to zeros changes a weight of the last query.',
    inputFound: (before: string, after: string) => `weights ${before}, then ${after}`,
    same: 'the weights stay as they are',
    parametersTest: (width: number) => `Count the weights of a layer of width ${width}.`,
    parametersFound: (count: string, n: number, twice: number) =>
      `${count}, for ${n} tokens and for ${twice}`,
    quadraticTest: 'Count the scores for n tokens and for twice as many.',
    quadraticFound: (n: number, scores: string, twice: number, more: string) =>
      `${scores} for ${n} tokens, ${more} for ${twice}`,
    words: {
      all: (passed: number, failed: number, none: number) =>
        `Of the core’s checks ${passed} pass, ${failed} fail, and ${none} do not apply to this setup.`,
      failed: (what: readonly string[]) => `What fails: ${what.join(' ')}`,
      silent: 'The mistake is built in, and no check that applies here notices it.',
    },
    data: { caption: 'Every check of the core', head: ['check', 'what must hold', 'finding'] },
  },
} as const;
