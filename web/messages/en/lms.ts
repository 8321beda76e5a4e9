/** Sentences of a lesson that runs in a learning-management system. */
import type { ProblemCode } from '../../embed/lms/lms.ts';

const problems: Readonly<Record<ProblemCode, string>> = {
  'lms-missing':
    'No course was found around this page. The lesson works, and keeps what you do in this browser, but nothing is reported. To have it counted, open it from your course.',
  'lms-launch':
    'Your course did not open this lesson as the cmi5 standard asks, so nothing is reported. What you do is kept in this browser. Open the lesson from the course again.',
  'lms-not-started':
    'Your course refused to begin a session, so nothing is reported now. What you do is kept in this browser. Close the lesson and open it from the course again.',
  'lms-refused':
    'Your course refused a value that the lesson reports. Everything else is reported, and what you do is kept in this browser too.',
  'lms-not-saved':
    'Your course could not save just now. What you do is kept in this browser, and is reported again with your next step or the next time you open the lesson from the course.',
  'lms-over':
    'You reloaded the page, and that ended this session. What you do is kept in this browser and is reported the next time you open the lesson from the course.',
  'lms-state-newer':
    'Your course holds a state from a newer version of this lesson. It stays as it is, and only your progress and answers are reported.',
  'lms-state-damaged':
    'The state that your course kept cannot be read. What this browser kept is still here, and is saved to the course from now on.',
};

export const lms = {
  reporting:
    'This lesson reports to your course: which part of it you have read, your score, and for each answer how much was right and which slip was named. So that you can go on elsewhere, the course also keeps your state, with what you wrote.',
  /** In the place of sentences by which nothing leaves the device. */
  instead: {
    kept: {
      device: 'Kept on this device, and in your course.',
      memory: 'Kept in your course, and not on this device.',
    },
    numbers:
      'Counted from what you did. Your course is told your score and the slips of your answers.',
    files: {
      device:
        'Your progress is on this device, and your course keeps as much of it as it has room for. A backup file holds all of it, and brings it to another browser.',
      memory:
        'Your course keeps as much of your progress as it has room for; this device keeps nothing. A backup file holds all of it, and brings it to another browser.',
    },
    page: 'Every number on this page is computed in your browser. What you read and answer is reported to the course that you opened this lesson from, and to nobody else. The address holds what you entered, so that a reload or a shared link brings it back.',
  },
  leave: 'Leave the lesson and return to the course',
  dismiss: 'Dismiss',
  code: (code: string, detail: string) => (detail === '' ? `(${code})` : `(${code}: ${detail})`),
  problems,
  /** In the course's record of answers, at most 250 characters. */
  answer: (kind: string, slips: readonly string[]) =>
    slips.length === 0 ? `${kind}. No slip was named.` : `${kind}. Slip: ${slips.join(', ')}`,
};
