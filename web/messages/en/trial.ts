/** The heat map on trial. */
import { percentFormat } from '../../format/number.ts';

const count = (number: number, one: string) => `${number} ${one}${number === 1 ? '' : 's'}`;

export const trial = {
  title: 'The heat map on trial',
  tryThis:
    'Train a small classifier of support tickets here. Look at its map. Then put the map on trial over many tickets.',
  data: 'Tickets and model',
  source: 'Tickets',
  sources: {
    none: 'made here: order decides',
    spurious: 'made here, with a code word for each queue (shortcut)',
    planted: 'made here: nothing but the code word decides',
    own: 'your own, from a CSV file',
  },
  pooling: 'The rows of a ticket become one by',
  poolings: {
    mean: 'their mean: the map is the mean of all rows of attention',
    first: 'the first row: the map is its attention',
    attention: 'weights of their own: the map is these weights',
  },
  poolingShort: {
    mean: 'pooled by mean',
    first: 'pooled by the first row',
    attention: 'pooled by attention',
  },
  heads: 'Heads',
  width: 'Model width',
  blocks: 'Blocks',
  narrow:
    'With one block, the first row reads each ticket once. With one head or a width of 8 it has little room for that: expect more wrong queues than with two heads and a width of 16.',
  thin: 'Four heads share a width of 8: two numbers each. With single seeds that is too few: try another, or a greater width.',
  seed: 'Seed of the tickets',
  modelSeed: 'Seed of the model',
  reseed: 'Another seed of the model',
  file: 'CSV file',
  fileHint:
    'Columns “text” and “label”, 20 to 5,000 rows, UTF-8. The file stays on this device: nothing is sent anywhere.',
  noFile: 'Choose a CSV file first.',
  fileChosen: (name: string, bytes: string) => `${name}, ${bytes} bytes.`,
  train: 'Train',
  cancel: 'Cancel',
  loading: 'Loading the classifier …',
  training: (epoch: number, of: number) => `Training: epoch ${epoch} of ${of}`,
  trained: (accuracy: string) =>
    `Trained. The queue of ${accuracy} of the held-out tickets is right.`,
  cancelled: (epoch: number) =>
    epoch === 0
      ? 'Cancelled. Nothing was trained.'
      : `Cancelled after ${count(epoch, 'epoch')}. The model is as good as it was then.`,
  progress: 'Progress of the training',
  lossChart: 'Loss of each epoch, in nats, and share of the held-out tickets that are right',
  epochs: 'epoch',
  loss: 'loss',
  right: 'right',
  lossAxis: 'loss in nats; share right',
  trainCaption: 'Held-out tickets',
  accuracyHead: ['', 'right queue'],
  model: 'this model',
  baseline: 'bag of words (logistic regression)',
  guess: 'guessing',
  notBetter:
    'The bag of words is as good: on these tickets the order, and so attention, is not needed.',
  facts: (train: number, test: number, words: number, parameters: string) =>
    `${train} tickets to learn from, ${test} held out, ${words} words, ${parameters} numbers that learn.`,
  shortened: (rows: number) =>
    `${count(rows, 'row')} with more than 24 words: the first 24 are read.`,
  unknown: (words: number) => `${count(words, 'word')} of held-out rows not known: read as [mask].`,
  samples: 'Some held-out tickets',
  sampleHead: ['ticket', 'queue'],

  ticket: 'A ticket',
  ticketLabel: 'Ticket',
  read: 'Read this ticket',
  predicted: (queue: string, share: string) => `Predicted queue: ${queue}, probability ${share}.`,
  unknownWords: (words: string) => `Not known to the model, read as [mask]: ${words}.`,
  mapCaption: 'Map and tests, word by word',
  mapLabel: 'Share of the map, and what each test says of each word',
  map: 'the map',
  mapShort: 'map',
  mapOfHead: (block: number, head: number) => `Block ${block}, head ${head}`,
  mapMean: (block: number) => `Block ${block}, mean of the heads`,
  columns: {
    mask: '[mask] instead',
    zero: 'nothing instead',
    meanWord: 'mean word instead',
    leaveOneOut: 'left out',
    gradientInput: 'gradient × input',
    integrated: 'integrated gradients',
    rollout: 'rollout',
  },
  /** Above narrow columns. */
  short: {
    mask: '[mask]',
    zero: 'nothing',
    meanWord: 'mean word',
    leaveOneOut: 'left out',
    gradientInput: 'grad × in',
    integrated: 'integrated',
    rollout: 'rollout',
  },
  change:
    'The map and the rollout are shares. Every other number says by how much the probability of the predicted queue falls: with [mask], nothing or the mean of all words in place of the word, with the word left out, by gradient × input, by integrated gradients.',
  adversaryOf: (divergence: string, move: string) =>
    `The furthest map that was found to keep the prediction: divergence ${divergence} of at most 0.693, and the prediction moves by ${move}.`,
  adversaryNone: 'No other map was found that keeps the prediction.',
  adversary: 'found adversary',

  court: 'The court',
  courtAsk: 'Before the trial: what will the verdict on this map be?',
  guesses: {
    reliance: 'evidence of reliance: the prediction hangs on the words that the map marks',
    decoration: 'decoration: the map does not show what the prediction hangs on',
  },
  tickets: 'Held-out tickets in the trial',
  others: 'Also train two other seeds and one model with uniform attention',
  open: 'Commit and open the trial',
  again: 'Run the trial',
  chooseFirst: 'Choose a verdict first.',
  trainFirst: 'Train a model first: the trial is about its map.',
  stale: 'The settings have changed since the training. Train again to put that model on trial.',
  trying: (done: number, of: number) => `Trying tickets: ${done} of ${of}`,
  peer: (peer: number, epoch: number, of: number) =>
    `Training another seed (${peer} of 2): epoch ${epoch} of ${of}`,
  uniformPeer: (epoch: number, of: number) =>
    `Training with uniform attention: epoch ${epoch} of ${of}`,
  courtProgress: 'Progress of the trial',
  courtCancelled: 'Cancelled. The verdict is on what was tried so far.',
  courtDone: 'The trial is over.',
  verdict: { reliance: 'Verdict: evidence of reliance', decoration: 'Verdict: decoration' },
  verdictMeans: {
    reliance:
      'The prediction relies on the words that this map marks, on these tickets. That is no proof of a cause.',
    decoration:
      'The map shows how rows were mixed. By these rules it does not show what the prediction hangs on.',
  },
  youSaid: { right: 'You expected that.', wrong: 'You expected the other verdict.' },
  figures: (tickets: number) =>
    `Figures over ${count(tickets, 'held-out ticket')}, with 95 % intervals`,
  figuresHead: ['', 'mean', 'from', 'to'],
  methodsCaption: 'Agreement with the map, over the same tickets',
  methodsHead: ['method', 'tau-b', 'from', 'to', 'first word', 'tau-b not defined'],
  chance: (share: string) =>
    `Guessing would name the map’s first word in ${share} of the tickets. Rollout is made of the same weights: that it agrees with the map is no evidence.`,
  rows: {
    dropTop: 'drop of the probability: [mask] for the map’s first word',
    dropRandom: 'drop of the probability: [mask] for a random word',
    dropDifference: 'difference of both',
    uniform: 'movement of the prediction: uniform weights',
    permuted: 'movement of the prediction: permuted weights, median of 20',
    adversary: 'divergence of the furthest map found that keeps the prediction, in nats',
    adversaryMove: 'movement of the prediction',
    adversaryDivergence: 'divergence of the maps, in nats',
    peersTop: 'first word of the map: the same with other seeds',
    peersTau: 'tau-b of the maps of two seeds',
    peersDivergence: 'divergence of the maps of two seeds, in nats',
  },
  rulesCaption: 'The rules: all that are in force must hold for reliance',
  rulesHead: ['rule', 'in force', 'threshold', 'measured', 'holds'],
  rules: {
    drop: 'drop by the map’s first word beyond a random word, low end',
    top: 'masking and map name the same first word',
    'leave-out': 'tau-b with leaving out',
    gradient: 'tau-b with integrated gradients',
    uniform: 'movement under uniform weights',
    permuted: 'movement under permuted weights',
    adversary: 'share of tickets with a far map and the same prediction',
    seeds: 'other seeds name the same first word',
  },
  atLeast: 'at least',
  atMost: 'at most',
  inForce: (rule: string) => `In force: ${rule}`,
  threshold: (rule: string) => `Threshold: ${rule}`,
  holds: 'yes',
  fails: 'no',
  notMeasured: 'not measured',
  notDefined: 'not defined',
  theCase: 'Both sides',
  against: 'Against the map',
  inFavour: 'For the map',
  sides: {
    againstSource: 'after Jain and Wallace 2019, “Attention is not Explanation”',
    forSource: 'after Wiegreffe and Pinter 2019, “Attention is not not Explanation”',
    correlate: (tau: string, top: string) =>
      `A map that explains should rank words as other methods do. With leaving out, tau-b is ${tau} on average; masking names the map’s first word in ${top} of the tickets.`,
    permuted: (move: string, changes: string) =>
      `Shuffle the weights: the prediction moves by ${move} on average and changes in ${changes} of the shuffles. If it hardly moves, nothing hung on the order that the map shows.`,
    adversary: (share: string) =>
      `In ${share} of the tickets a far map was found that keeps the prediction. Two such maps cannot both be the reason.`,
    uniform: (move: string) =>
      `With uniform weights the prediction moves by ${move} on average. A test of weights says something only where attention is needed.`,
    uniformTrained: (uniform: string, learned: string) =>
      `Trained with uniform attention, a model gets ${uniform} right; with learned attention, ${learned}. Where both are equal, attention was not needed, and the map had nothing to show.`,
    seeds: (top: string, divergence: string) =>
      `Other seeds put the same word first in ${top} of the tickets, with a divergence of ${divergence}. What varies little from seed to seed is no accident.`,
    handmade:
      'An adversary’s weights belong to no model: they were set by hand, ticket by ticket, with the rest left as it was. That another map is possible does not make this one false.',
    drop: (top: string, random: string) =>
      `Masking the map’s first word lowers the probability by ${top}; a random word, by ${random}. That is a test of the input, which needs no other weights.`,
    notTrained: 'Train other seeds for the rest of this case.',
  },
  further: 'Two more tests: train other models',
  furtherAbout: [
    'Guides: a simple model sees each word alone, without its place or its neighbours. A guide says what share each word gets. If the map guides it better than equal shares do, the map knows something of the task.',
    'Adversary: a copy of the model is trained on, to predict the same while its map moves away. Here, unlike above, no weight is set by hand.',
    'Both are after Wiegreffe and Pinter 2019, sections 3.4 and 4. They stand beside the verdict: no rule counts them.',
  ],
  furtherRun: 'Train guided models and adversary',
  furtherDone: 'Both tests are over.',
  furtherCancelled: 'Cancelled. What was trained to its end is shown.',
  guiding: (guide: string, epoch: number, of: number) =>
    `Training a simple model guided by ${guide}: epoch ${epoch} of ${of}`,
  opposing: (epoch: number, of: number) => `Training the adversary: epoch ${epoch} of ${of}`,
  guides: {
    uniform: 'equal shares',
    learned: 'shares of its own',
    frozen: 'this map',
    adversary: 'the adversary’s map',
  },
  guidesCaption: 'Held-out tickets that a simple model gets right, by its guide',
  guidesHead: ['guide', 'right queue'],
  gain: (mean: string, low: string, high: string) =>
    `The map as a guide, less equal shares: ${mean} of the held-out tickets, with a 95 % interval from ${low} to ${high}.`,
  gainMeans: {
    helps:
      'The map helps a model that knows nothing else of the order: it carries some of the task.',
    misleads: 'The map misleads a model of single words: what it marks is not what these need.',
    neither: 'That is no difference that shows: here the map adds nothing to equal shares.',
  },
  adversaryCaption: 'The trained adversary against the model, on the held-out tickets',
  adversaryFound: (agreement: string, accuracy: string, far: string) =>
    `The adversary predicts the model’s queue in ${agreement} of the held-out tickets, and the right queue in ${accuracy}. Its map is far from the model’s, by half of the largest divergence that there is or more, in ${far}. Only where the prediction stays does a far map speak against this one.`,
  codes: (accuracy: string, without: string) =>
    `With its code words the model gets ${accuracy} of the held-out tickets right. Take the code words out, and it is ${without}: it had learned the shortcut.`,
  small: 'Two maps, one output',
  smallAbout:
    'Values (1, 0), (0, 1) and (0.5, 0.5). These two maps mark different words and hand over the same output, to the last digit. So the output alone cannot tell which words were “the reason”.',
  smallCaption: 'Output of both maps',
  smallHead: ['weights', 'output'],
  export: 'Export the report',
  fileName: 'heat-map-trial.md',
  none: 'Nothing is trained yet. Press Train.',
  words: {
    model: (accuracy: string, baseline: string) =>
      `The model names the right queue for ${accuracy} of the held-out tickets, and the bag of words for ${baseline}.`,
    ticket: (text: string, queue: string, map: string, mask: string) =>
      `For “${text}” it says ${queue}. The map puts “${map}” first; masking says that the prediction hangs on “${mask}” most.`,
    verdict: (verdict: string, failed: string) =>
      failed === ''
        ? `${verdict}. All rules in force hold.`
        : `${verdict}. Not fulfilled: ${failed}.`,
  },
  report: {
    title: '# The heat map on trial',
    about:
      'Written by the page from its own computation. Definitions: Jain and Wallace 2019; Wiegreffe and Pinter 2019; code in core/triage/.',
    setting: '## Tickets and model',
    own: (name: string) => `own tickets, ${name}`,
    ticketsSeed: 'seed of the tickets',
    modelSeed: 'seed of the model',
    epochs: 'epochs',
    accuracy: 'accuracy, held out',
    figures: '## Figures',
    rules: '## Rules',
    further: '## Two more tests',
    verdict: '## Verdict',
  },
  percent: percentFormat(),
};
