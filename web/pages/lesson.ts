/** The lesson page. */
import { startLesson } from '../elements/lesson/start-lesson.ts';
import { workOffline } from '../offline/register.ts';

startLesson();
workOffline();
