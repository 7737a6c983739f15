// Needs attention: holders that ended without a release, and very long holds.
import { make, ownerLink, put, reconcile, resourceLink } from './dom.js';
import { clock, duration, now } from './time.js';

const LONG = 8 * 3_600_000;
const SHOWN = 5;

export class Attention {
  #crashed = new Map(); // resource -> {lock, holder}
  #long = new Map();

  constructor(box, list, more) {
    this.box = box;
    this.list = list;
    this.more = more;
  }

  /** Notes the state of a lock. */
  put(lock) {
    const crashed = (lock.ended ?? []).find(holder => holder.state === 'dead');
    if (crashed && lock.free) {
      // The first time that it was noticed is the nearest to the truth.
      if (!this.#crashed.has(lock.resource)) this.#crashed.set(lock.resource, { kind: 'crashed', holder: crashed, resource: lock.resource, at: Date.parse(lock.asOf) });
    } else {
      this.#crashed.delete(lock.resource);
    }
    const long = lock.holders.find(holder => holder.since && now() - Date.parse(holder.since) > LONG);
    if (long) this.#long.set(lock.resource, { kind: 'long', holder: long, resource: lock.resource, at: Date.parse(long.since) });
    else this.#long.delete(lock.resource);
  }

  forget(resource) {
    this.#crashed.delete(resource);
    this.#long.delete(resource);
  }

  clear() {
    this.#crashed.clear();
    this.#long.clear();
    this.show();
  }

  show() {
    const all = [
      ...[...this.#crashed.values()].sort((a, b) => b.at - a.at),
      ...[...this.#long.values()].sort((a, b) => a.at - b.at),
    ];
    this.box.hidden = all.length === 0;
    reconcile(this.list, all.slice(0, SHOWN), item => [item.kind, item.resource, item.holder.fence].join('\n'), item => make('li', item.kind));
    [...this.list.children].forEach((line, i) => Attention.#fill(line, all[i]));
    put(this.more, all.length > SHOWN ? `and ${all.length - SHOWN} more` : '');
  }

  static #fill(line, item) {
    if (!line.firstChild) {
      line.append(resourceLink(item.resource, 'name'), ' ', ownerLink(item.holder), make('span'));
    }
    put(line.lastChild, item.kind === 'crashed' ? crash(item) : ` has held it for ${duration(now() - item.at)}.`);
  }
}

function crash({ holder, at }) {
  const heartbeat = holder.seen ? ` Its last heartbeat was at ${clock(holder.seen, true)}.` : '';
  return ` ended without releasing it; noticed at ${clock(at, true)}.${heartbeat} The lock is free.`;
}
