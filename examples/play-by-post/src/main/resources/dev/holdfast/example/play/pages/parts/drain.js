// The time that the holder has left, and the bar that drains in the last minute.
import { $, readOut, say } from './dom.js';
import { left } from './times.js';

const DRAINS = 60_000;
const ENDING = 10_000;

const stage = timeLeft => (timeLeft >= DRAINS ? 'long' : timeLeft >= ENDING ? 'short' : 'ending');

const WORDS = { short: 'Less than a minute left. Type to keep the post.', ending: 'Less than ten seconds left.' };

/** Shows what is left, in milliseconds; null for a time without end. */
export function showTimeLeft(timeLeft) {
  const before = $('compose').dataset.left ?? 'long';
  const at = timeLeft === null ? 'long' : stage(timeLeft);
  say($('time-left'), timeLeft === null ? '' : `${left(timeLeft)} left`);
  $('compose').dataset.left = at;
  $('drain').hidden = at === 'long';
  $('drain').style.setProperty('--left', String(Math.max(0, Math.min(1, (timeLeft ?? DRAINS) / DRAINS))));
  if (at !== before && WORDS[at]) readOut(WORDS[at]);
}

export function hideTimeLeft() {
  delete $('compose').dataset.left;
  $('drain').hidden = true;
  $('drain').style.removeProperty('--left');
  $('time-left').textContent = '';
}
