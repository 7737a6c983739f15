// Why a lock was not granted, in English: as the server says it, with the times of the reader.
import { clock, marked, soon } from './moments.js';
import { milliseconds } from './time.js';

const MOST = 8; // names

export function age(length) {
  const minutes = Math.floor(length / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`;
  const hours = Math.floor(minutes / 60);
  return hours === 1 ? '1 hour ago' : `${hours} hours ago`;
}

function who({ name, processes }) {
  if (name === null || name === undefined) return 'another user';
  const [process] = processes ?? [];
  return process ? `${marked(name)} (process ${process.pid}${process.host ? ` on ${process.host}` : ''})` : marked(name);
}

/** Returns the names of all holders, of many the first ones and the number of the others. */
function names(holders) {
  const named = holders.some(({ name }) => name) ? Math.min(holders.length, MOST) : 1;
  const others = holders.length - named;
  const all = [...holders.slice(0, named).map(who), ...(others > 0 ? [`${others} ${others === 1 ? 'other' : 'others'}`] : [])];
  return all.length === 1 ? all[0] : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

/** Returns whether a renewal makes it last longer. */
function renewable({ since, until, lease }) {
  const absolute = milliseconds(lease?.absolute);
  return absolute === null || Date.parse(until) < Date.parse(since) + absolute;
}

function held(what, { holders, asOf, language }) {
  if (holders.length === 0) return `${what} is free, but other callers have waited for it longer.`;
  const [{ since, until, note, mode }] = holders;
  const verb = mode === 'shared' ? 'shared' : 'held';
  if (!since) return `${what} is ${verb} by ${names(holders)}.`;
  const parts = [`${what} has been ${verb} by ${names(holders)} since ${clock(since, { language, asOf })} (${age(Date.parse(asOf) - Date.parse(since))}).`];
  if (until) parts.push(`Its lease ends at ${clock(until, { language, asOf })} ${renewable(holders[0]) ? 'unless it is renewed' : 'at the latest'}.`);
  if (note) parts.push(`Note: "${note}".`);
  return parts.join(' ');
}

const again = ({ retryAt, ...at }) => (retryAt ? `try again at ${soon(retryAt, at)}.` : 'try again later.');

const suspect = ({ holders }) => holders.some(({ state }) => state === 'suspect');

const state = refusal => `${held(refusal.name, refusal)}${suspect(refusal) ? ' It may be left over from a crash.' : ''}`;

const inUse = refusal => `${state(refusal)} ${
  suspect(refusal) ? 'Take it over if you are sure that its holder is gone, or wait.' : `Wait for it, or ${again(refusal)}`}`;

const REFUSALS = {
  held: inUse,
  queue: inUse,
  'queue-full': refusal => `${state(refusal)} There is no room for more holders or waiters. Try again later.`,
  'slot-taken': refusal => `${refusal.name} was not acquired, because only one lock at a time is allowed here.${
    refusal.holders.length ? ` ${held('Another one', refusal)}` : ''} Release the other one, or ${again(refusal)}`,
  'too-soon': refusal => `${refusal.name} cannot be acquired so soon after your last lock. You can ${again(refusal)}`,
};

/** Returns the sentences of a problem; null if it is no refusal. Those without a time stay in the words of the server. */
export function refused({ refusals, asOf }, language) {
  if (!refusals?.length || !asOf) return null;
  const said = refusals.map(refusal => {
    const known = { ...refusal, name: marked(refusal.resource), holders: refusal.holders ?? [], asOf, language };
    return REFUSALS[refusal.why]?.(known) ?? refusal.sentence;
  });
  return said.every(Boolean) ? said.join(' ') : null;
}
