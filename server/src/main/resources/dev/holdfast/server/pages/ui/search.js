/** Whether a lock is one that was searched for. A holder that the policy hides has no name. */
export function matches(lock, { text, state }) {
  const named = holder => (holder.name ?? '').toLowerCase().includes(text);
  const found = !text || lock.resource.toLowerCase().includes(text) || lock.holders.some(named);
  if (!found || !state) return found;
  return state === 'waiting' ? lock.waiting > 0 : lock.holders.some(holder => holder.state === state);
}

// Without the Z at their ends, texts with more or fewer digits of a second are in the order of their times.
const earliest = (lock, member) => {
  const times = lock.holders.map(holder => holder[member]?.slice(0, -1)).filter(Boolean);
  return times.length ? times.reduce((a, b) => (a < b ? a : b)) : '~'; // after every time
};

const byName = (a, b) => (a.resource < b.resource ? -1 : a.resource > b.resource ? 1 : 0);
const byTime = member => (a, b) => {
  const [one, other] = [earliest(a, member), earliest(b, member)];
  return one < other ? -1 : one > other ? 1 : byName(a, b);
};

/** The orders of the list, as the server has them: times that are hidden come last. */
export const orders = {
  name: byName,
  since: byTime('since'),
  left: byTime('until'),
  waiting: (a, b) => b.waiting - a.waiting || byName(a, b),
};

/** The beginning of a name, by which locks are grouped. */
export function groupOf(resource) {
  const slash = resource.indexOf('/');
  return slash < 0 ? '' : resource.slice(0, slash + 1);
}

/** The locks that a page knows, and those that it shows. */
export class LockList {
  #locks = new Map();
  #sorted = null;
  #order = '';

  get size() {
    return this.#locks.size;
  }

  get(resource) {
    return this.#locks.get(resource);
  }

  names() {
    return [...this.#locks.keys()];
  }

  put(lock) {
    const known = this.#locks.get(lock.resource);
    this.#locks.set(lock.resource, lock);
    // The order by name stays as it is if only the state of a lock changes.
    if (!known || this.#order !== 'name') this.#sorted = null;
    else if (this.#sorted) this.#sorted[this.#indexOf(lock)] = lock;
  }

  delete(resource) {
    if (this.#locks.delete(resource)) this.#sorted = null;
  }

  clear() {
    this.#locks.clear();
    this.#sorted = null;
  }

  /** The place of a lock that is known, in the order by name. */
  #indexOf(lock) {
    let low = 0;
    let high = this.#sorted.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (byName(this.#sorted[middle], lock) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The locks that match, in their order. With groups, a heading comes before those of each. */
  arrange({ text = '', state = '', sort = 'name', group = false }) {
    if (!this.#sorted || this.#order !== sort) {
      this.#sorted = [...this.#locks.values()].sort(orders[sort]);
      this.#order = sort;
    }
    const found = text || state ? this.#sorted.filter(lock => matches(lock, { text, state })) : [...this.#sorted];
    if (!group) return found;
    const groups = new Map();
    for (const lock of found) {
      const name = groupOf(lock.resource);
      if (!groups.has(name)) groups.set(name, []);
      groups.get(name).push(lock);
    }
    return [...groups.entries()]
      .sort((a, b) => (a[0] < b[0] ? -1 : 1))
      .flatMap(([name, its]) => [{ group: name, locks: its.length, waiting: its.reduce((sum, lock) => sum + lock.waiting, 0) }, ...its]);
  }
}
