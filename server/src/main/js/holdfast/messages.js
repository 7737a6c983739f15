// What the library says to people, in English. connect({ messages }) replaces any of it; german.js replaces all.
import { age, refused } from './refusals.js';

function left(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  return seconds < 90 ? `${seconds} s left` : `${Math.round(seconds / 60)} min left`;
}

export const english = {
  /** The language in which times are written; undefined for that of the browser. */
  language: undefined,

  unreachable: () => 'The server cannot be reached.',

  /** An answer that is no success: problem is what the server said (RFC 9457), {} if nothing. Times are those of the reader. */
  problem(problem, status) {
    return refused(problem, this.language) ?? problem.detail ?? `The server answered ${status}.`;
  },

  /** How a lock was lost: {resource, detail, why, by, reason}. */
  lost({ resource, detail, why }) {
    if (why === 'left') return `${resource} was released after its page was left.`;
    return detail ?? `${resource} was lost: its time is up.`;
  },

  // --- <holdfast-editing> ---

  free: () => 'Nobody is editing',
  somebody: () => 'Somebody',
  you: () => 'You',
  others: count => `${count} others`,
  and: (names, last) => `${names.join(', ')} and ${last}`,

  /** list: names, joined; one: whether it is one person, and not the reader. */
  editing: (list, one) => `${list} ${one ? 'is' : 'are'} editing`,

  since: (clock, milliseconds) => `since ${clock}, ${age(milliseconds)}`,

  /** fixed: whether renewing does not help. */
  until: (clock, milliseconds, fixed) => `until ${clock} ${fixed ? 'at the latest' : 'unless renewed'}, ${left(milliseconds)}`,

  over: () => 'its time is up',
  timeLeft: () => 'time left',
};
