// The row of a lock. It is filled again and again: what has not changed is not touched.
import { make, nameOf, ownerLink, put, resourceLink, shown } from './dom.js';
import { clock, duration, now } from './time.js';

const SHOWN = 3;

export function makeRow(lock, act) {
  const row = make('li', 'lock');
  row.tabIndex = -1;
  row.dataset.key = lock.resource;
  row.dataset.resource = lock.resource;
  const parts = {
    name: resourceLink(lock.resource),
    mode: make('span', 'badge line'),
    queue: make('span', 'badge line'),
    asked: make('span', 'badge line'),
    who: make('div', 'who'),
    since: make('div', 'since'),
    note: make('div', 'note'),
    drain: make('div', 'drain', make('i')),
    left: make('div', 'left'),
    act: make('button', 'act', 'Release…'),
  };
  parts.name.title = parts.name.textContent;
  parts.act.type = 'button';
  parts.act.addEventListener('click', () => act(row.parts.lock));
  row.parts = parts;
  row.append(
    make('div', 'name', parts.name, parts.mode, parts.queue, parts.asked),
    make('div', 'holders', parts.who, make('div', 'more', parts.since, parts.note)),
    make('div', 'lease', parts.drain, parts.left),
    parts.act,
  );
  return row;
}

export function fillRow(row, lock, mayRelease) {
  const parts = row.parts;
  if (parts.lock !== lock) {
    parts.lock = lock;
    parts.mode.hidden = !lock.holders.some(holder => holder.mode === 'shared');
    parts.queue.hidden = lock.waiting === 0;
    put(parts.mode, parts.mode.hidden ? '' : 'shared');
    put(parts.queue, lock.waiting === 0 ? '' : lock.waiting === 1 ? '1 waits' : `${lock.waiting} wait`);
    parts.queue.title = shown(lock.queue.map(nameOf).join(', '));
    const asked = lock.requests?.length ?? 0;
    parts.asked.hidden = asked === 0;
    put(parts.asked, asked === 0 ? '' : asked === 1 ? '1 asks' : `${asked} ask`);
    fillHolders(parts, lock);
    const release = mayRelease(lock);
    parts.act.hidden = !release;
    parts.act.classList.toggle('danger', release === 'any');
    parts.act.setAttribute('aria-label', `${release === 'own' ? 'Release my lock on' : 'Release'} ${shown(lock.resource)}`);
  }
  tickRow(row);
}

function fillHolders(parts, lock) {
  const people = lock.holders.map(holder => `${holder.owner}\n${holder.name}\n${holder.state}`).join('\n');
  if (parts.people !== people) {
    parts.people = people;
    const first = lock.holders.slice(0, SHOWN).flatMap((holder, i) => [
      ...(i ? [', '] : []),
      ownerLink(holder),
      ...(holder.state === 'live' ? [] : [make('span', `badge ${holder.state}`, holder.state)]),
    ]);
    const more = lock.holders.length - SHOWN;
    parts.who.replaceChildren(...first, ...(more > 0 ? [` and ${more} more`] : []));
  }
  put(parts.note, lock.holders.map(holder => holder.note).find(Boolean) ?? '');
  parts.note.title = parts.note.textContent;
}

/** Brings up to date what changes with time alone. */
export function tickRow(row) {
  const { lock, since, drain, left } = row.parts;
  const at = now();
  const begun = lock.holders.map(holder => holder.since).filter(Boolean).sort()[0];
  put(since, begun ? `since ${clock(begun)}, ${duration(at - Date.parse(begun))}` : '');
  const { kind, share, text } = timeLeft(lock, at);
  put(left, text);
  const className = `drain ${kind}`;
  if (drain.className !== className) drain.className = className;
  const width = `scaleX(${share.toFixed(2)})`;
  if (drain.firstChild.style.transform !== width) drain.firstChild.style.transform = width;
}

/** How much of a lease is left. Of a holder that the policy hides nothing is known. */
export function timeLeft(lock, at) {
  const known = lock.holders.filter(holder => holder.since);
  if (lock.holders.length === 0) return { kind: 'none', share: 1, text: lock.waiting ? 'about to be taken up' : 'free' };
  if (known.length < lock.holders.length) return { kind: 'none', share: 1, text: 'time not shown' };
  const ends = known.map(holder => holder.until && Date.parse(holder.until)).filter(Boolean);
  if (ends.length === 0) return { kind: 'none', share: 1, text: 'no time limit' };
  const end = Math.min(...ends);
  const from = Math.max(...known.map(holder => Date.parse(holder.seen ?? holder.since)));
  const share = Math.max(0, Math.min(1, (end - at) / Math.max(1, end - from)));
  return { kind: share < 0.2 ? 'short' : '', share, text: end > at ? `${duration(end - at)} left` : 'its time is over' };
}

export function makeHeading(item, open) {
  const heading = make('li', 'group');
  heading.tabIndex = -1;
  heading.dataset.key = `\n${item.group}`;
  const button = make('button', '', item.group || 'without a prefix');
  button.type = 'button';
  button.disabled = !item.group;
  button.title = item.group ? `Show only ${shown(item.group)}` : '';
  button.addEventListener('click', () => open(item.group));
  heading.count = make('span', 'quiet');
  heading.append(button, heading.count);
  return heading;
}

export function fillHeading(heading, item) {
  put(heading.count, `${item.locks} ${item.locks === 1 ? 'lock' : 'locks'}${item.waiting ? `, ${item.waiting} waiting` : ''}`);
}
