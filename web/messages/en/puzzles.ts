/** Goal puzzles on the attention figure. */

export interface PuzzleWords {
  readonly name: string;
  readonly goal: string;
  readonly hint: string;
  /** What `now` and `goal` of the core's verdict measure. */
  readonly measure: string;
}

const plural = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

const list: Readonly<Record<string, PuzzleWords>> = {
  'one-key': {
    name: 'One key alone',
    goal: 'Edit keys so that token 2 gives token 0 a weight of at least 0.99.',
    hint: 'The query of token 2 is (1, 1). How can one number make its dot product with key 0 far larger than the other two?',
    measure: 'weight of token 2 on token 0',
  },
  'swap-readers': {
    name: 'Read each other',
    goal: 'Edit keys so that token 0 reads token 1, and token 1 reads token 0, each with a weight of at least 0.9.',
    hint: 'The query of token 0 asks in component 0, that of token 1 in component 1. Which key has to be long in which component?',
    measure: 'the smaller of the two weights',
  },
  'even-row': {
    name: 'No favourites',
    goal: 'Edit queries so that token 2 reads all three tokens evenly: at least 2.999 effective keys.',
    hint: 'Which query has the same dot product with every key, whatever the keys are?',
    measure: 'effective keys of token 2',
  },
  'two-keys': {
    name: 'Two of three',
    goal: 'Edit queries so that token 0 shares its weight between two keys: 1.99 to 2.01 effective keys.',
    hint: 'Two keys must score the same, and the third far less.',
    measure: 'effective keys of token 0',
  },
  'equal-rows': {
    name: 'The same row twice',
    goal: 'Edit keys so that tokens 0 and 1 have the same weights, within 0.005, and each of these weights is at least 0.1.',
    hint: 'The two queries look at different components. When does a key look the same from both?',
    measure: 'largest difference of the two rows',
  },
  'copy-value': {
    name: 'Hand over one value',
    goal: 'Edit queries so that the output of token 1 is the value of token 2, within 0.01.',
    hint: 'An output is one value alone when one weight is 1. Which query has its largest score with key 2, by far?',
    measure: 'largest difference from that value',
  },
  'hit-the-mix': {
    name: 'Hit the mix',
    goal: 'Edit values so that the output of token 0 begins with 20, within 0.01.',
    hint: 'No weight can move. Divide the gap by the weight of the value that you change.',
    measure: 'first component of the output of token 0',
  },
  'sharp-by-scale': {
    name: 'Sharp by the scale alone',
    goal: 'Edit the scale so that token 2 has at most 1.01 effective keys.',
    hint: 'A larger factor spreads the scores. Take a custom scale.',
    measure: 'effective keys of token 2',
  },
  'only-themselves': {
    name: 'Everyone alone',
    goal: 'Edit the mask so that every token reads itself alone, with weight 1.',
    hint: 'Six cells have to be blocked. One switch blocks three of them at once.',
    measure: 'smallest weight of a token on itself',
  },
  'break-a-row': {
    name: 'Break a row',
    goal: 'Edit the mask so that token 1 may read no key: its weights become 0/0, NaN.',
    hint: 'A row is NaN only when each of its cells is blocked.',
    measure: 'keys that token 1 may read',
  },
  'repair-a-row': {
    name: 'Repair a row',
    goal: 'Token 0 is padding, and its row is NaN. Edit the mask so that no output is NaN, while tokens 1 and 2 still do not read token 0.',
    hint: 'A row needs one key that it may read. Which one does the causal mask leave to token 0?',
    measure: 'rows that are not finite',
  },
};

const parts: Readonly<Record<string, string>> = {
  q: 'queries',
  k: 'keys',
  v: 'values',
  blocked: 'the cells of the mask',
  scale: 'the scale',
  causal: 'the causal mask',
  emptyRow: 'what an empty row gives',
};

export const puzzles = {
  ...{ list, parts },
  loading: 'Loading the puzzles …',
  choose: 'Choose a puzzle',
  start: (name: string) => `Start: ${name}`,
  startShort: 'Start',
  goOn: (name: string) => `Go on: ${name}`,
  goOnShort: 'Go on',
  begun: 'You have begun: your edits are kept.',
  fewest: (count: number) => `Fewest edits known: ${count}.`,
  mayEdit: (what: string) => `You may edit: ${what}.`,
  solvedWith: (edits: number) => `Solved, best with ${plural(edits, 'edit')}.`,
  notYet: 'Not solved yet.',
  now: 'now',
  goal: 'goal',
  edits: 'edits',
  fewestKnown: 'fewest known',
  solved: (edits: number, fewest: number) =>
    edits <= fewest
      ? `Solved with ${plural(edits, 'edit')}, the fewest known.`
      : `Solved with ${plural(edits, 'edit')}. ${plural(fewest, 'edit')} can do it.`,
  open: (edits: number) => `Not there yet: ${plural(edits, 'edit')} so far.`,
  notAllowed: (what: string) =>
    `This puzzle leaves ${what} as they were: take that change back with Undo.`,
  hint: 'Show a hint',
  shape: 'The tables keep their size in this puzzle: take that change back with Undo.',
} as const;
