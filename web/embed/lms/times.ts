/** Times as the standards write them. */

const two = (number: number) => String(number).padStart(2, '0');
const parts = (seconds: number) => ({
  hours: Math.floor(seconds / 3600),
  minutes: Math.floor((seconds % 3600) / 60),
  seconds: seconds % 60,
});

/** CMITimespan of SCORM 1.2, `HHHH:MM:SS.SS`: at most 9999 hours. */
export function timespan12(ms: number): string {
  const rounded = Math.min(Math.max(Math.round(ms / 10) / 100, 0), 9999 * 3600);
  const { hours, minutes, seconds } = parts(rounded);
  return `${String(hours).padStart(4, '0')}:${two(minutes)}:${seconds.toFixed(2).padStart(5, '0')}`;
}

/** CMITime of SCORM 1.2: the time of day of the learner's clock. */
export function timeOfDay12(at: number): string {
  const date = new Date(at);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
}

/** A duration of ISO 8601 to hundredths of a second, as SCORM 2004 and xAPI take it: `PT1H2M3.4S`. */
export function isoDuration(ms: number): string {
  const { hours, minutes, seconds } = parts(Math.max(Math.round(ms / 10) / 100, 0));
  const text = seconds.toFixed(2).replace(/\.?0+$/, '');
  return `PT${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}${text}S`;
}

/** A moment in SCORM 2004, to the second. */
export const moment2004 = (at: number): string =>
  new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
