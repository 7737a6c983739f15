// Times in the zone and the language of the reader. Servers send instants.

let skew = 0; // the store's clock minus ours, in milliseconds

const languages = () => (typeof navigator === 'undefined' ? undefined : navigator.languages);

/** Returns the time by the store's clock. */
export const now = () => Date.now() + skew;

/** To be called with what was current a moment ago. */
export function learn(asOf) {
  skew = Date.parse(asOf) - Date.now();
}

export function duration(milliseconds) {
  const total = Math.max(0, Math.round(milliseconds / 1000));
  if (total < 60) return `${total} s`;
  const minutes = Math.floor(total / 60);
  if (minutes < 60) return minutes < 10 ? `${minutes} min ${total % 60} s` : `${minutes} min`;
  const whole = Math.floor(minutes / 60);
  return whole < 48 ? `${whole} h ${minutes % 60} min` : `${number(Math.floor(whole / 24))} days`;
}

// Formats are made once: making one takes longer than using it a hundred times.
const formats = new Map();
function format(options) {
  const key = JSON.stringify(options);
  if (!formats.has(key)) formats.set(key, new Intl.DateTimeFormat(languages(), options));
  return formats.get(key);
}

const TIME = { hour: '2-digit', minute: '2-digit' };
const PRECISE = { ...TIME, second: '2-digit' };
const DAY = { month: 'short', day: 'numeric' };

/** The time of day; of another day also the date. */
export function clock(moment, precise = false) {
  const at = new Date(moment);
  const today = Math.abs(now() - at) < 86_400_000 && new Date(now()).getDate() === at.getDate();
  return format({ ...(today ? {} : DAY), ...(precise ? PRECISE : TIME) }).format(at);
}

/** Date, time and zone. */
export const full = moment => format({ dateStyle: 'medium', timeStyle: 'long' }).format(new Date(moment));

let numbers = null;
export function number(value, digits = 0) {
  numbers ??= [0, 1, 2].map(most => new Intl.NumberFormat(languages(), { maximumFractionDigits: most }));
  return numbers[digits].format(value);
}

/** Seconds as people say them; short ones with a fraction. */
export function seconds(value) {
  if (value === null || value === undefined) return '–';
  return value < 10 ? `${number(value, value < 1 ? 2 : 1)} s` : duration(value * 1000);
}

/** When an event really happened: a lease ends at its end, and not when it is noticed. */
export function happenedAt(event) {
  const noticed = Date.parse(event.at);
  const until = event.kind === 'expired' && event.until ? Date.parse(event.until) : noticed;
  return Math.min(noticed, until);
}
