/** Sentences of the figures of the part "build". */
export const build = {
  hand: {
    title: 'Work it out by hand',
    tryThis:
      'Fill in one row, step by step, and check each step. Fractions and roots are read too: 1/3, sqrt(2)/2.',
    queries: 'Queries Q',
    keys: 'Keys K',
    values: 'Values V',
    token: 'The token that asks',
    causal: 'causal mask on',
    steps: {
      raw: '1. Raw scores: query · key',
      scaled: '2. Scaled scores: divided by √2',
      weights: '3. Weights: softmax over the keys',
      output: '4. Output: weights times values',
    },
    short: { raw: 'raw scores', scaled: 'scaled scores', weights: 'weights', output: 'output' },
    components: ['component 0', 'component 1'],
    check: 'Check this step',
    show: 'Show me this step',
    tolerance:
      'A number counts as right if the core’s number, rounded to as many decimals as you typed, is yours. Two decimals are the least. Scores are asked before the mask.',
    fill: 'Fill in every number of this step.',
    term: (term: number, right: string, taken: string) =>
      `The whole difference lies in term ${term} of the sum: it is ${right}, and you seem to have taken ${taken}.`,
    task: (token: string, causal: boolean) =>
      `The task: the row of ${token}${causal ? ', with the causal mask on' : ', without a mask'}.`,
    progress: (done: number, all: number, left: string) =>
      `${done} of ${all} steps are right. Still to do: ${left}.`,
    done: (token: string, output: string) =>
      `All steps are right. The output of ${token} is ${output}.`,
    data: 'Your numbers and those of the core',
    yours: 'yours',
    core: 'core',
    hidden: 'shown once yours are right',
  },
  run: {
    title: 'The same steps, run by the core',
    tryThis: 'Compare with what the listing prints. Then switch the causal mask on.',
    causal: 'causal mask on',
    names: {
      q: 'q = x @ w_q',
      k: 'k = x @ w_k',
      v: 'v = x @ w_v',
      raw: 'raw',
      scaled: 'scaled',
      weights: 'weights',
      output: 'output',
    },
    open: 'No mask: every token reads every token.',
    masked: 'Causal mask: every token reads itself and earlier tokens.',
    row: (token: string, weights: string, output: string) =>
      `${token}: weights ${weights}, output ${output}.`,
  },
  experiment: {
    title: {
      select: 'Experiment: change a value, or the computation',
      verify: 'Experiment: softmax over the wrong axis',
      mask: 'Experiment: break the mask',
      block: 'Experiment: take the mask out of a block',
    },
    tryThis: {
      select: 'Choose a change, predict which checks fail, then run them.',
      verify: 'Choose a mistake, predict which checks fail, then run them.',
      mask: 'Choose a wrong mask, predict which checks fail, then run them.',
      block: 'Predict which checks fail without the mask, then run them. Then try 5 heads.',
    },
    input: {
      q: 'Queries Q',
      k: 'Keys K',
      v: 'Values V',
      x: 'X, which is Q, K and V: torch.manual_seed(7), randn(4, 4)',
    },
    blockInputs:
      'A pre-norm block: 5 tokens of width 64, feed-forward of width 256, random weights from NumPy’s default_rng. The last token, token 4, is then replaced by another draw. The checks look at the attention of the block, the list of rows at the whole block.',
    change: 'The change',
    changes: {
      value: 'Another third value',
      'softmax-over-queries': 'Softmax over the queries',
      'scale-missing': 'No scale',
      'softmax-twice': 'Softmax applied twice',
      'mask-fill-zero': 'Blocked scores set to 0',
      'mask-after-softmax': 'Weights set to 0 after softmax',
      'causal-mask-dropped': 'No mask at all',
      'mask-polarity-inverted':
        'The mask read the other way round: what is blocked is read, what is open is blocked',
      'causal-mask-reversed': 'The triangle reversed: a row reads itself and later rows',
    },
    component: (i: number) => `third value, component ${i}`,
    heads: 'heads',
    predict: 'Which checks will fail? Tick them; tick nothing if all will pass.',
    run: 'Run the checks',
    score: (right: number, all: number) => `You foresaw ${right} of ${all}.`,
    failed: (failed: number, all: number) =>
      failed === 0 ? `All ${all} checks pass.` : `${failed} of ${all} fail.`,
    after: {
      value:
        'Another value is another input, not a mistake: the output moved, and no weight did, because weights are made of queries and keys alone.',
      'softmax-over-queries': 'The shapes are the same as before: only the numbers tell.',
      'scale-missing':
        'A missing scale makes the rows sharper and keeps every property that is asked about here. Compare with known numbers to find it.',
      'softmax-twice':
        'Weights that go through softmax again still sum to 1. Compare with known numbers to find it.',
      'mask-fill-zero': 'A score of 0 is an ordinary score, so blocked keys are read.',
      'mask-after-softmax':
        'Nothing blocked is read, but each row lost the share that the blocked keys had taken, and that share depends on later rows.',
      'causal-mask-dropped': 'Every row reads every row, and no shape has changed.',
      'mask-polarity-inverted':
        'Each row reads only later rows. The last row has none: every key is blocked, and the row is NaN.',
      'causal-mask-reversed': 'Each row now reads the future, and no longer the past.',
    },
    before: {
      select:
        'One query and three pairs of key and value. The result of the change is shown when you have predicted.',
      verify:
        'Two queries and three pairs of key and value. The result of the mistake is shown when you have predicted.',
      mask: 'Four rows under a causal mask. What the wrong mask gives is shown when you have predicted.',
      block:
        'Five tokens in a causal block. What happens without the mask is shown when you have predicted.',
    },
    right: 'Without the change',
    changed: 'With the change',
    names: { weights: 'Weights', output: 'Output', moved: 'Output after + 100' },
    headWeights: 'Weights of head 0',
    rows: {
      mask: 'Output rows after + 100',
      block: 'Output rows after token 4 is replaced',
    },
    same: 'the same, to the last bit',
    movedRow: 'moved',
    findings: 'What the checks found: the pair of numbers that is furthest apart',
    verdict: 'result',
    expected: 'expected',
    got: 'got',
    tolerance: 'tolerance',
    verdicts: { pass: 'passes', fail: 'fails', 'not-applicable': 'does not apply' },
    outputs: (query: string, right: string, changed: string) =>
      `Output of ${query}: ${right} without the change, ${changed} with the change.`,
    weightsRow: (query: string, right: string, changed: string) =>
      `Weights of ${query}: ${right} without the change, ${changed} with the change.`,
    stay: (names: string) =>
      `With the change, the output of ${names} stays the same to the last bit when the later rows move.`,
    noneStays: 'With the change, every output row moves when the later rows move.',
    found: (failed: boolean, foreseen: boolean) =>
      `${failed ? 'Fails' : 'Passes'}, ${foreseen ? 'as you foresaw' : 'which you did not foresee'}.`,
    numbers: (expected: string, got: string) => `${expected} was expected, ${got} came out.`,
    fails: (check: string, expected: string, got: string) =>
      `This fails: “${check}” Where it is furthest off, ${expected} was expected and ${got} came out.`,
    allPass: 'Every check that was asked about passes.',
    notRun: 'Not run yet',
  },
  families: {
    title: 'Trace who can read the question',
    tryThis: 'Place the question, mark what each family can read, then have it graded.',
    order: 'The order of the text',
    passageFirst: 'passage, then question',
    questionFirst: 'question, then passage',
    convention:
      'For the encoder-decoder, what comes first is the source and what comes second is the target.',
    mark: 'Tick every statement that is true.',
    names: {
      'encoder-only': 'Encoder-only',
      'decoder-only': 'Decoder-only',
      'encoder-decoder': 'Encoder-decoder',
    },
    claims: {
      'passage-question': 'Passage rows read the question.',
      'question-passage': 'Question rows read the passage.',
      'first-last': 'The first passage row reads the last one.',
    },
    grade: 'Grade my marks',
    right: '– right',
    wrong: '– not so',
    score: (right: number, all: number) =>
      right === all ? `All ${all} are right.` : `${right} of ${all} are right.`,
    sizes: { passage: 'passage tokens', question: 'question tokens' },
    tooWide: (most: number) =>
      `This figure draws one token of each at the least and ${most} together at the most.`,
    passage: 'passage',
    question: 'question',
    legend:
      'A row reads the columns that are filled. An empty cell with a stroke may not be read. The heavy lines part passage and question.',
    picture: (family: string) => `${family}: which row may read which column`,
    before: 'Nothing is shown before you have marked your answers.',
    says: (
      family: string,
      passageReads: boolean,
      questionReads: boolean,
      firstReadsLast: boolean,
      open: number,
      all: number,
    ) =>
      `${family}: passage rows ${passageReads ? 'read' : 'do not read'} the question; question rows ${questionReads ? 'read' : 'do not read'} the passage; the first passage row ${firstReadsLast ? 'reads' : 'does not read'} the last one. ${open} of ${all} cells are open.`,
    data: 'Who may read whom',
    claim: 'statement',
    yes: 'yes',
    no: 'no',
    reads: 'columns that it reads (1)',
  },
  memory: {
    title: 'Calculator: the bytes of the scores',
    tryThis:
      'Double the tokens of the second setting, then its heads. Say each time what will come out.',
    settings: ['First setting', 'Second setting'],
    fields: {
      batch: 'batch',
      heads: 'heads',
      n: 'tokens',
      elementBytes: 'bytes a number',
    },
    scores: (entries: string, bytes: string, mib: string) =>
      `${entries} numbers, ${bytes} bytes = ${mib}\u00a0MiB`,
    ratio: (scores: string, linear: string) =>
      `Scores: the second setting takes ${scores} times the bytes of the first. Keys and values: ${linear} times.`,
    nothing: 'The first setting has no scores to compare with.',
    picture: (name: string) =>
      `${name}: a square sheet for each head of each example; its side grows with the number of tokens`,
    sheets: (all: number, drawn: number) =>
      all > drawn ? `${all} sheets, ${drawn} drawn` : `${all} ${all === 1 ? 'sheet' : 'sheets'}`,
    says: (
      name: string,
      sizes: { readonly batch: string; readonly heads: number; readonly n: string },
      entries: string,
      mib: string,
      linear: string,
      width: number,
    ) =>
      `${name}: batch ${sizes.batch}, ${sizes.heads === 1 ? 'one head' : `${sizes.heads} heads`}, ${sizes.n} ${sizes.n === '1' ? 'token' : 'tokens'}. ${entries} scores, ${mib}\u00a0MiB in one layer. Its keys and values, with heads of width ${width}, take ${linear}\u00a0MiB.`,
    mask: 'A dense causal mask changes none of these numbers.',
    data: 'Both settings',
    numbers: 'scores',
    bytes: 'bytes',
    mib: 'MiB',
    mb: 'MB',
    linear: (width: number) => `keys and values, MiB (heads of ${width})`,
  },
} as const;
