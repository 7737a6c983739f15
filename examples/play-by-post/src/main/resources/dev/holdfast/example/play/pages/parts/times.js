// Moments and durations in words. Moments of the server are compared with its own clock, as far as it told it.
let skew = 0;

export const now = () => Date.now() + skew;

/** Takes note of the server's time, as it was a moment ago. */
export function hearTime(moment) {
  if (Number.isFinite(moment)) skew = moment - Date.now();
}

const sameDay = (a, b) => new Date(a).toDateString() === new Date(b).toDateString();

/** 10:47, or 12 March, 10:47 if it was not today; exact: with seconds. */
export function clock(moment, exact = false) {
  const time = new Date(moment).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', ...(exact && { second: '2-digit' }) });
  if (sameDay(moment, now())) return time;
  return `${new Date(moment).toLocaleDateString([], { day: 'numeric', month: 'long' })}, ${time}`;
}

const count = (number, unit) => `${number} ${unit}${number === 1 ? '' : 's'}`;

/** 3 minutes, for a duration in milliseconds. */
export function long(milliseconds) {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return 'a moment';
  if (minutes < 60) return count(minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? count(hours, 'hour') : count(Math.floor(hours / 24), 'day');
}

export const ago = moment => `${long(now() - moment)} ago`;

/** 9:58, for what is left, in milliseconds. */
export function left(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
