/** The lesson page. */
import { startLesson } from '../elements/lesson/start-lesson.ts';

startLesson();
