// What happened: sentences with links, the newest first.
import { make, ownerLink, reconcile, resourceLink, shown } from './dom.js';
import { clock, full, happenedAt } from './time.js';

const SHOWN = 200;

const words = {
  acquired: 'acquired', 'handed-over': 'was handed', released: 'released', expired: 'ran out of time on', died: 'ended without releasing',
  forced: 'lost', overridden: 'lost', cleared: 'lost', lost: 'lost',
  requested: 'was asked for', promised: 'promised to hand over', declined: 'did not hand over', yielded: 'handed over',
  unanswered: 'did not answer a request for', withdrawn: 'is no longer asked for', lapsed: 'ended before an answer about',
};

/** The actor of these is the one that asked. */
const toActor = new Set(['promised', 'declined', 'yielded']);

const keyOf = event => [event.at, event.kind, event.resource, event.owner, event.fence].join('\n');

/** Sorts events by the time at which they happened, the newest first. */
export function newestFirst(events) {
  return events.map(event => ({ event, at: happenedAt(event) })).sort((a, b) => b.at - a.at).map(entry => entry.event);
}

function line(event) {
  const at = happenedAt(event);
  const time = make('time', '', clock(at, true));
  time.dateTime = new Date(at).toISOString();
  time.title = full(at);
  const text = make('span', '', ownerLink(event), ` ${words[event.kind] ?? event.kind} `, resourceLink(event.resource));
  if (event.kind === 'died' && event.seen) text.append(`, last heartbeat at ${clock(event.seen, true)}`);
  if (event.actor && event.actor !== event.name) text.append(`, ${toActor.has(event.kind) ? 'to' : 'by'} ${shown(event.actor)}`);
  if (event.reason) text.append(`: ${shown(event.reason)}`);
  return make('li', '', time, text);
}

/** Shows sorted events in a list. */
export function showPast(list, events) {
  reconcile(list, events.slice(0, SHOWN), keyOf, line);
}
