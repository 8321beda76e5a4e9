/** Sentences of the recall cards. */
const plural = (count: number, one: string, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`;

const cards = (count: number) => plural(count, 'card');
const days = (count: number) => plural(count, 'day');

export const recall = {
  cards,
  days,
  minutes: (count: number) => `about ${plural(count, 'minute')}`,
  loading: 'Reading your cards …',
  notHere: {
    title: 'Not saved here.',
    why: {
      'storage-refused':
        'The browser gives this page no storage: a private window, or a frame of another site.',
      'storage-full': 'The device has no room left.',
      'storage-blocked':
        'Another tab of this lesson holds an older version open. Close it, and what you do here is saved.',
      'storage-newer':
        'What is kept here was written by a newer version of this page. Reload the page.',
      'storage-failed': 'The storage of the browser broke.',
      'host-silent':
        'The site that shows this lesson keeps your progress, but has not sent it yet.',
      'read-only': 'The site shows this lesson to be read only.',
    },
    until: 'What you do now lasts until you close the page.',
    export: 'Export it to a file',
  },
  failed: (message: string) => `Your cards cannot be read: ${message}`,
  due: {
    title: 'Your cards today',
    some: (count: number, minutes: number) =>
      `${cards(count)} ${count === 1 ? 'is' : 'are'} due today, about ${plural(minutes, 'minute')}.`,
    none: 'No card is due today.',
    next: (date: string, count: number) => `Next: ${date}, ${cards(count)}.`,
    later: 'After that',
    on: (date: string, count: number) => `${date}: ${cards(count)}`,
    start: (count: number) => `Start with ${count === 1 ? 'the card' : `the ${count} cards`}`,
    toDeck: 'All cards and the calendar',
    notYet: (count: number) =>
      `No card is scheduled yet. ${cards(count)} will be, one day after you complete the lesson.`,
    progress: (read: number, all: number) =>
      `You have read ${read} of the ${all} sections of the core path.`,
    missing: (count: number) => `Still to read: ${plural(count, 'section')}`,
    elsewhere: 'I have read it elsewhere: schedule my cards now',
    scheduled: (count: number, date: string) =>
      `${cards(count)} scheduled. The first day: ${date}.`,
    completed: {
      read: (date: string) => `You completed the core path on ${date}.`,
      elsewhere: (date: string) => `You had your cards scheduled on ${date}.`,
    },
  },
  deck: {
    title: 'Your cards',
    startDue: (count: number) => `Review ${cards(count)}`,
    startAll: (count: number) => `Practise all ${count}`,
    allHint:
      'Practice counts too: a card that you miss comes back tomorrow. One that you had before it was due keeps its date.',
    beforeHint: 'You can practise before that; the dates begin when the lesson is completed.',
    asText: (count: number) => `All ${count} cards as text`,
    print: 'Print the cards',
  },
  session: {
    progress: (at: number, all: number) => `Card ${at} of ${all}`,
    kinds: {
      write: 'Answer in writing, then look.',
      task: 'Fresh numbers. The core checks them.',
      predict: 'Fresh numbers. Commit before you see.',
    },
    yours: 'Your answer, from memory',
    show: 'Show the answer',
    answer: 'Answer',
    points: 'Tick what you had',
    grade: 'Did you have it?',
    had: 'I had it',
    missed: 'I missed it',
    pass: 'Right.',
    miss: 'Missed.',
    back: (date: string, inDays: number) =>
      `Kept. The card comes back on ${date}, in ${days(inDays)}.`,
    stays: (date: string) => `Kept. It was not due yet and keeps its date: ${date}.`,
    notScheduled: 'Kept among your attempts. The card gets its dates when the lesson is completed.',
    notKept: 'The review could not be kept: ',
    step: (title: string) => `Read again: ${title}`,
    method: 'How it is done',
    next: 'Next card',
    finish: 'Finish',
    stop: 'Stop here',
    stopHint: 'What you have graded is kept.',
    over: 'Session over',
    stopped: 'Session stopped',
    result: (passed: number, missed: number) =>
      passed + missed === 0
        ? 'No card was graded.'
        : `${cards(passed + missed)} reviewed: ${passed} had, ${missed} missed.`,
    missedList: 'To read again',
    left: (count: number) => `${cards(count)} still due today.`,
    done: 'Back to the deck',
  },
  predict: {
    question: (row: number) => `Which key does row ${row} read most?`,
    causal: 'The causal mask is on: a row reads itself and earlier keys.',
    key: (i: number) => `key ${i}`,
    row: (i: number) => `row ${i}`,
    q: 'Queries Q',
    k: 'Keys K',
    weights: 'Weights',
    commit: 'Commit my prediction',
    chooseFirst: 'Choose a key first.',
    right: (keys: string) => `Row reads most from ${keys}: you foresaw it.`,
    wrong: (yours: string, keys: string) => `You chose ${yours}. The row reads most from ${keys}.`,
    open: 'Open these numbers in the figure',
  },
  calendar: {
    title: 'Calendar',
    previous: 'Month before',
    next: 'Month after',
    today: 'today',
    cards,
    due: (count: number) => `${count === 1 ? 'card' : 'cards'} due`,
    caption: (month: string) => `Cards due in ${month}`,
    words: 'In words',
    empty: 'Nothing is scheduled yet.',
    overdue: 'What was due before stands under today.',
  },
  history: {
    title: 'History of each card',
    none: 'Not reviewed yet.',
    head: ['Card', 'Due', 'Interval', 'Reviews', 'Missed'],
    caption: 'Each scheduled card: when it is due, and how it went',
    reviews: (title: string) => `Reviews of “${title}”`,
    notScheduled: 'not scheduled',
    columns: ['Date', 'Result', 'Due after', 'Counted'],
    grades: { pass: 'had', miss: 'missed' },
    counted: 'yes',
    notCounted: 'no: not due yet, or a second time on one day',
  },
  numbers: {
    title: 'Your own numbers',
    about: 'Counted in your browser from what you did.',
    none: 'Nothing to count yet.',
    retention: 'What you still had, by interval',
    retentionHead: ['Interval', 'Reviews', 'Had', 'Share'],
    attempts: 'Attempts',
    attemptsHead: ['Where', 'Attempts', 'All right'],
    sources: {
      exercise: 'exercises with fresh numbers',
      'hand-task': 'rows by hand',
      card: 'cards',
      puzzle: 'goal puzzles and hidden mistakes',
      choice: 'questions with choices',
      write: 'answers in writing',
    },
    slips: 'Slips that were named',
    slipsHead: ['Slip', 'Times'],
    noSlips: 'No slip has been named yet.',
  },
  files: {
    title: 'Take along, bring back',
    about: {
      device:
        'Your progress is on this device alone. A backup file holds all of it, and brings it to another browser.',
      memory:
        'Your progress is nowhere but in this page. A backup file holds all of it, and brings it to another browser.',
      host: 'The site that shows this lesson keeps your progress. A backup file holds all of it, and brings it to another place.',
    },
    prepare: 'Prepare the files',
    ready: 'Ready. Each link saves a file.',
    links: {
      backup: 'Backup (JSON)',
      anki: 'Cards for Anki (TSV)',
      calendar: 'Due dates (iCalendar)',
    },
    ankiHint:
      'The cards as questions and answers, without the dates: Anki keeps its own. Fresh numbers stay here; their method comes along.',
    import: 'Bring back a backup',
    file: 'Backup file',
    mode: 'What to do with what is here',
    merge: 'Merge: of each record the later one stays',
    replace: 'Replace: only what the file holds stays',
    preview: 'Nothing is changed yet. This file would do the following:',
    apply: 'Bring it in',
    applyReplace: 'Replace what is here',
    cancel: 'Cancel',
    done: 'Done. This was changed:',
    tooLarge: (mib: number, most: number) =>
      `The file has ${mib}\u00a0MiB; a backup of this page has less than ${most}\u00a0MiB.`,
    tables: {
      cards: 'cards',
      reviews: 'reviews',
      attempts: 'attempts',
      sections: 'read sections',
      notes: 'notes',
      completions: 'completion',
    },
    report: {
      added: 'new',
      updated: 'replaced by later ones',
      kept: 'stay as they are',
      lost: 'lost',
    },
    changes: 'What changes',
    record: 'Record',
  },
  calendarEvent: (count: number) => `Recall: ${cards(count)} of the attention lesson`,
} as const;
