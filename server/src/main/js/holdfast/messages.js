// What the library says to people, in English. connect({ messages }) replaces any of it; german.js replaces all.
import { clock as timeOf, soon } from './moments.js';
import { shownName } from './names.js';
import { age, refused } from './refusals.js';

function left(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  return seconds < 90 ? `${seconds} s left` : `${Math.round(seconds / 60)} min left`;
}

const KEPT = 'Your text is kept, as it was last saved.';

const said = words => (words ? `: “${words}”` : '.');

const HOW = {
  open: ({ who, shown }) => (shown ? `${who} has seen your request.` : `${who} has been asked.`),
  promised: ({ who, at, rest, reply }) => `${who} hands over by ${at}, ${rest}${said(reply)}`,
  declined: ({ who, reply }) => `${who} does not hand over now${said(reply)}`,
  handed: ({ who, reply }) => `${who} has handed over to you${said(reply)}`,
  withdrawn: () => 'You ask no more.',
  lapsed: () => 'Your request has ended, and another one has it or may take it.',
};

export const english = {
  /** The language in which times are written; undefined for that of the browser. */
  language: undefined,

  unreachable: () => 'The server cannot be reached.',

  /** An answer that is no success: problem is what the server said (RFC 9457), {} if nothing. Times are those of the reader. */
  problem(problem, status) {
    if (problem.why === 'too-often' && problem.retryAt) {
      return `You have asked too often. Ask again from ${soon(problem.retryAt, { language: this.language, asOf: new Date().toISOString() })} on.`;
    }
    return refused(problem, this.language) ?? problem.detail ?? `The server answered ${status}.`;
  },

  /** How a lock was lost: {resource, detail, why, by, reason, draft}. */
  lost({ resource, detail, why, draft }) {
    if (why === 'left') return `${resource} was released after its page was left.`;
    const how = detail ?? `Your lock on ${resource} has ended: its time is up.`;
    return draft && !how.endsWith(KEPT) ? `${how} ${KEPT}` : how; // the server says it of drafts that it knows of
  },

  /** What a takeover left: {name, readable, sentence}. */
  kept: ({ sentence }) => sentence,

  // --- <holdfast-editing> ---

  free: () => 'No one is editing',
  unnamed: () => 'Another user',
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

  // --- Requests to hand over: see asking.js for what is known of one ---

  /** A request as its receiver reads it. */
  asks: ({ asker, resource, message }) => `${shownName(asker ?? 'Another user')} asks for ${shownName(resource)}${said(message)}`,

  /** What the receiver has promised. */
  youPromised: ({ asker, until }) => `You hand over to ${shownName(asker ?? 'another user')} by ${timeOf(until)}, ${left(Math.max(0, Date.parse(until) - Date.now()))}.`,

  /** What became of a request, for its asker. */
  answered({ state, holder, until, reply, shown }) {
    const who = holder ? shownName(holder) : 'The holder';
    const rest = until && left(Math.max(0, Date.parse(until) - Date.now()));
    return HOW[state]({ who, reply, shown, at: until && timeOf(until, { language: this.language }), rest });
  },

  requests: () => 'Requests',
  more: count => `${count} more ${count === 1 ? 'asks' : 'ask'} for it.`,
  handOver: () => 'Hand over now',
  inMinutes: minutes => `In ${minutes} minutes`,
  notNow: () => 'Not now…',
  why: () => 'Reason, which the asker reads',
  askFor: () => 'Ask for it…',
  words: () => 'Message, which the holder reads',
  send: () => 'Send',
  back: () => 'Back',
  withdraw: () => 'Ask no more',
  understood: () => 'OK',
  notify: () => 'Notify me',
  notifyNoMore: () => 'Do not notify me',
  yours: resources => `${resources.map(shownName).join(', ')}: it is yours now.`,
};
