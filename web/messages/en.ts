/**
 * Every sentence of the interface, in one table. Refusals of numbers and shapes are not here: the core words them.
 * A translation is a second object of the same type.
 */
import { joinWords } from '../format/number.ts';
import { build } from './en/build.ts';
import { concept } from './en/concept.ts';
import { depth } from './en/depth.ts';
import { doctor } from './en/doctor.ts';
import { embed } from './en/embed.ts';
import { exercise } from './en/exercise.ts';
import { layout, precision } from './en/formats.ts';
import { mistakes } from './en/mistakes.ts';
import { offline } from './en/offline.ts';
import { practice } from './en/practice.ts';
import { recall } from './en/recall.ts';
import { scaling } from './en/scaling.ts';
import { storage } from './en/storage.ts';
import { translator } from './en/translator.ts';
import { trial } from './en/trial.ts';

const plural = (count: number, one: string, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`;

export const en = {
  ...{ build, concept, depth, doctor, embed, exercise, layout, mistakes, offline, practice },
  ...{ precision, recall, scaling, storage, translator, trial },
  lesson: {
    elsewhere:
      'This lab is not in this file, which is kept small. The file attention-lesson-whole.html has it, and so has the lesson’s page.',
    search: 'Find in the lesson',
    found: (count: number) =>
      count === 0 ? 'Nothing found.' : `Found in ${plural(count, 'section')}.`,
    kept: {
      device: 'Kept on this device, and nowhere else.',
      memory: 'Not saved: what you write lasts until you close the page.',
      host: 'Kept by the site that shows this lesson.',
    },
    selfScore: 'Keep this as my score',
    selfScored: (had: number, all: number) => `Your score: ${had} of ${plural(all, 'point')}.`,
    commit: 'Commit my answer',
    chooseFirst: 'Choose an answer first.',
    right: 'Right.',
    wrong: 'Not so. The right answer is marked.',
    rightAnswer: 'right answer',
    yours: 'your answer',
    again: 'Answer again',
    copyCode: 'Copy the code',
    codeCopied: 'Copied.',
    codeNotCopied: 'The browser did not allow copying: select the code and copy it.',
  },
  figure: {
    title: 'Interactive figure: attention',
    tryThis: 'Change any number in Q, K or V. Then click a result to open its arithmetic.',
    inputs: 'Queries, keys and values',
    stages: 'From scores to output',
    inWords: 'In words',
    presets: 'Start from',
    ownNumbers: 'your own numbers',
    undo: 'Undo',
    redo: 'Redo',
    reset: 'Reset',
    resetTitle: (name: string) => `Back to "${name}"`,
    digits: 'Digits',
    loading: 'Loading the computing core …',
    copyLink: 'Copy link',
    copyEmbed: 'Copy embed code',
    embed: 'HTML that shows this in another page',
    copyNumpy: 'Copy as NumPy',
    copyPytorch: 'Copy as PyTorch',
    copyNumbers: 'Copy all numbers',
    copied: (what: string) => `${what}: copied.`,
    notCopied: (what: string) =>
      `${what}: the browser did not allow copying. Select the text below and copy it.`,
    link: 'Link',
    numpy: 'NumPy code',
    pytorch: 'PyTorch code',
    numbers: 'All numbers',
    perRow: 'per row',
    rowSum: 'row sum',
    effectiveKeys: 'effective keys',
    undone: 'Undone.',
    redone: 'Redone.',
    resetDone: 'Reset. Undo brings your numbers back.',
    exactHint: 'A whole number is exact. A number with decimals is rounded.',
    keysHint:
      'Arrow keys move. Type to replace, Enter to keep, Escape to take back. Alt with arrow up or down nudges by 0.1, with Shift by 1. Drag sideways to scrub. Paste a block from a spreadsheet.',
  },
  inputs: {
    q: { letter: 'Q', name: 'Queries', singular: 'query', about: 'what each token asks for' },
    k: { letter: 'K', name: 'Keys', singular: 'key', about: 'what each token is matched by' },
    v: { letter: 'V', name: 'Values', singular: 'value', about: 'what each token hands over' },
    mask: { name: 'May read', about: 'click a cell to block or allow it' },
    cell: (input: string, token: string, component: number) =>
      `${input} of ${token}, component ${component}`,
    component: (i: number) => `component ${i}`,
    tooBig: (rows: number, cols: number, mostRows: number, mostCols: number) =>
      `The block would need ${plural(rows, 'row')} and ${plural(cols, 'column')}; this figure holds at most ${mostRows} rows and ${mostCols} columns. Nothing was changed.`,
    pasted: (rows: number, cols: number) =>
      `Pasted ${plural(rows, 'row')} by ${plural(cols, 'column')}.`,
    kept: 'The last good number stays in use until you mend it.',
    width: (name: string) => `${name} width`,
    narrower: (name: string) => `Make the ${name} one column narrower`,
    wider: (name: string) => `Make the ${name} one column wider`,
  },
  tokens: {
    all: 'Tokens',
    queries: 'Query tokens',
    keys: 'Key tokens',
    name: (i: number) => `Name of token ${i}`,
    unnamed: (i: number) => `token ${i}`,
    query: (i: number) => `query ${i}`,
    key: (i: number) => `key ${i}`,
    remove: (name: string) => `Remove ${name}`,
    add: 'Add a token',
    most: (most: number) => `This figure holds at most ${most} tokens.`,
    linked: 'Queries and keys come from the same tokens (self-attention)',
  },
  controls: {
    scale: 'Scale',
    scaleSqrt: 'divide by',
    scaleOff: 'off',
    scaleCustom: 'custom',
    factor: 'Factor',
    causal: 'Causal mask',
    causalOff: 'off',
    causalOn: 'on',
    topLeft: 'aligned at the first key',
    bottomRight: 'aligned at the last key',
    emptyRow: 'A query that may read nothing gives',
    emptyNan: 'NaN (plain formula)',
    emptyZero: 'zeros',
    clearMask: 'Allow all cells',
  },
  mask: {
    reads: (query: string, key: string) => `${query} may read ${key}`,
    blocked: (query: string, key: string) => `${query} may not read ${key}`,
    causal: (query: string, key: string) => `${query} may not read ${key}: the causal mask`,
  },
  stages: {
    raw: { name: 'Raw scores', formula: 'Q Kᵀ', about: 'each query dotted with each key' },
    scaled: {
      name: 'Scaled scores',
      formula: 'raw × scale',
      about: 'kept in a range where softmax stays soft',
    },
    masked: {
      name: 'Masked scores',
      formula: 'blocked → −∞',
      about: 'what may not be read drops out',
    },
    weights: {
      name: 'Weights',
      formula: 'softmax over keys',
      about: 'each row shares out 1',
    },
    output: { name: 'Output', formula: 'weights × V', about: 'each row a mix of the values' },
    rowSum: 'sum',
    spread: 'effective keys',
    scaledBy: (factor: string) => `raw × ${factor}`,
    hiddenUntilPredicted: 'Hidden until you have predicted.',
    cell: (stage: string, row: string, col: string, value: string) =>
      `${stage}, ${row} to ${col}: ${value}`,
    output_cell: (row: string, col: number, value: string) =>
      `Output of ${row}, component ${col}: ${value}`,
    blocked: 'blocked',
    grid: (name: string) => `${name}. Enter opens the arithmetic of a number.`,
    shape: (rows: number, cols: number) => `(${rows}, ${cols})`,
  },
  explain: {
    title: 'The arithmetic of one number',
    close: 'Close',
    raw: (q: string, k: string) => `Raw score: query of ${q} · key of ${k}`,
    scaled: (q: string, k: string) => `Scaled score: ${q} to ${k}`,
    masked: (q: string, k: string) => `Masked score: ${q} to ${k}`,
    weight: (q: string, k: string) => `Weight: how much ${q} reads ${k}`,
    output: (q: string, c: number) => `Output of ${q}, component ${c}`,
    rowSum: (q: string) => `Sum of the weights of ${q}`,
    spread: (q: string) => `Effective keys of ${q}`,
    rawSteps: 'Multiply component by component, then add.',
    scaledSteps: 'One multiplication.',
    scaledWhy: (factor: string, width: number) => `The scale is 1/√d_k = 1/√${width} = ${factor}.`,
    scaledOff: 'The scale is off: the factor is 1.',
    scaledCustom: (factor: string) => `The factor was set to ${factor}.`,
    maskedOpen: (q: string, k: string) => `${q} may read ${k}: the score passes unchanged.`,
    maskedBlocked: (q: string, k: string) =>
      `${q} may not read ${k}: −∞ takes the place of the score. Beside any score that stays, softmax turns it into a weight of exactly 0.`,
    weightSteps: (max: string) =>
      `Subtract the row's largest score, ${max}, so that no exponential can overflow. Take exponentials. Divide by their sum.`,
    outputSteps: 'Weight each value, then add.',
    rowSumSteps: 'Add the weights of the row.',
    spreadSteps:
      'Entropy in bits: add −w log₂ w over the keys. Effective keys are 2 to that power.',
    component: 'component',
    key: 'key',
    query: 'query',
    product: 'product',
    score: 'score',
    exponential: 'exp(score − largest)',
    share: 'share of the sum',
    weightColumn: 'weight',
    value: 'value',
    bits: '−w log₂ w',
    sum: 'sum',
    entropy: 'entropy (bits)',
    byPolicy:
      'This query may read no key. The plain formula would give 0/0; by the policy chosen its weights are 0.',
    notANumber: 'There is no number here: something that it was made from is not finite.',
    exact: (value: string) => `All digits: ${value}`,
    failed: 'This number cannot be opened now:',
  },
  predict: {
    title: 'Predict first',
    question: (token: string) =>
      `The causal mask is on. Which tokens does the first query, ${token}, read?`,
    onlyItself: 'only itself',
    all: 'all of them, as without the mask',
    later: 'only the tokens after it',
    none: 'none: everything is blocked',
    commit: 'Commit my answer',
    skip: 'Show me without predicting',
    choose: 'Choose an answer first.',
    right: 'Right.',
    wrong: 'Not so.',
    because: (token: string, keys: readonly string[], weights: readonly string[]) =>
      keys.length === 0
        ? `${token} may read no key at all, so its row is 0/0.`
        : `${token} reads ${joinWords(keys)} (weight ${joinWords(weights)}). Every later position is −∞ before softmax, so its weight is exactly 0 and the rest shares out 1.`,
    why: {
      itself: '',
      all: 'Without the mask it would. The mask works before softmax, so the blocked weights are 0 and the others grow to sum to 1 again.',
      later: 'That is the mask turned round: causal means the past and itself, not the future.',
      none: 'The diagonal stays open: the row at a position predicts the next token, so it may read its own.',
    },
    again: 'Predict again',
    yourAnswer: (answer: string) => `You answered: ${answer}.`,
  },
  describe: {
    size: (queries: number, keys: number, keyWidth: number, valueWidth: number) =>
      `${plural(queries, 'query', 'queries')} and ${plural(keys, 'key')}; key width ${keyWidth}, value width ${valueWidth}.`,
    scaleSqrt: (factor: string, width: number) =>
      `Scores are multiplied by 1/√${width} = ${factor}.`,
    scaleOff: 'Scores are not scaled.',
    scaleCustom: (factor: string) => `Scores are multiplied by ${factor}.`,
    noMask: 'Every query may read every key.',
    mask: (causal: boolean, blocked: number, all: number) =>
      `${causal ? 'The causal mask is on. ' : ''}${blocked} of ${all} cells ${blocked === 1 ? 'is' : 'are'} blocked.`,
    row: (
      query: string,
      most: readonly string[],
      weight: string,
      all: readonly string[],
      effective: string,
      output: string,
    ) =>
      `${query} reads ${joinWords(most)} most${most.length > 1 ? ', equally' : ''}, with ${weight}${most.length > 1 ? ' each' : ''}${all.length > 0 ? ` (${all.join(', ')})` : ''}; effective keys ${effective}; output ${output}.`,
    only: (query: string, key: string, output: string) =>
      `${query} reads ${key} alone, with weight 1; output ${output}.`,
    even: (query: string, count: number, weight: string, output: string) =>
      `${query} reads all ${count} keys evenly, with ${weight} each; output ${output}, their plain mean.`,
    emptyNan: (query: string) => `${query} may read no key: its row is 0/0, NaN.`,
    emptyZero: (query: string) =>
      `${query} may read no key: its weights and output are 0, by the policy chosen.`,
    notFinite: {
      'empty-row': (query: string) => `${query} may read no key: its row is 0/0, NaN.`,
      query: (query: string, _token: string, col: number) =>
        `The row of ${query} is not finite: component ${col} of its query is not a finite number.`,
      key: (query: string, token: string, col: number) =>
        `The row of ${query} is not finite: component ${col} of the key of ${token} is not a finite number.`,
      value: (query: string, token: string, col: number) =>
        `The output of ${query} is not finite: component ${col} of the value of ${token} is not a finite number, and even a weight of 0 does not stop it, since 0 × NaN and 0 × ∞ are NaN.`,
      'score-overflow': (query: string, token: string) =>
        `The row of ${query} is not finite: its score with ${token} is too large for a number (over 1.8e308).`,
      'value-overflow': (query: string, _token: string, col: number) =>
        `The output of ${query} is not finite: component ${col} is too large for a number (over 1.8e308).`,
    },
    changed: 'Changed:',
    same: 'Nothing changed in the result.',
  },
  link: {
    broken: 'The link could not be read:',
    fallback: 'The figure shows its first example instead.',
    usual: 'The figure starts as usual instead.',
    version: 'it was made by another version of this lesson.',
    preset: 'it names an example that does not exist.',
    shape: 'its tables do not fit together.',
    choice: 'it names a setting that does not exist.',
    value: 'it gives a setting a value that does not exist.',
    number: 'one of its numbers cannot be read.',
    encoding: 'it is damaged.',
    core: 'its numbers cannot be computed with.',
    dismiss: 'Dismiss',
  },
  hook: {
    claim: 'The map of the ticket model',
    loading: 'Computing the map …',
    caption: (query: string, key: string, percent: string) =>
      `Computed just now: ${query} gives ${key} ${percent} of its weight.`,
    doubt: 'Replace what refund hands over by (100, 100)',
    undoubt: 'Put its value back',
    weightsSame: 'The map is the same, digit for digit.',
    before: (query: string, output: string) => `Output of ${query}: ${output}`,
    after: (query: string, output: string, old: string) =>
      `Output of ${query}: ${output}, before it was ${old}`,
    open: 'Open this map in the figure',
    grid: 'Weights of the three tokens',
  },
  failure: {
    title: 'The lesson cannot compute here.',
  },
} as const;
