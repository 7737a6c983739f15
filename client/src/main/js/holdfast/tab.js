// Which tab this is, and what it holds. Both live in the tab's own storage and so through a reload, until the tab is closed.
const OWNER = 'holdfast-owner';
const HOLDS = 'holdfast-holds';
const LONGEST_RELOAD = 1_000;

/** Hexadecimal digits that nobody can guess. */
export const secret = () => [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('');

/** Browsers that are told to keep nothing throw; such a tab is a new one after each reload. */
function storage() {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

const lockName = id => `holdfast-tab-${id}`;

/** Claims an id for as long as this page lives; false if another page has it. */
function claim(id, options) {
  return new Promise(resolve => {
    navigator.locks.request(lockName(id), options, lock => {
      resolve(lock !== null);
      return lock && new Promise(() => {});
    }).catch(() => resolve(false));
  });
}

/**
 * Whether the id that was found is this tab's. A duplicated tab has a copy of its storage, and the other one is there to say so;
 * after a reload nobody is, and the claim of the page before ends in a moment.
 */
async function isOurs(id, channel) {
  if (!navigator.locks) return !(await answered(id, channel, 200));
  if (await claim(id, { ifAvailable: true })) return true;
  const stop = new AbortController();
  answered(id, channel, LONGEST_RELOAD).then(() => stop.abort());
  return claim(id, { signal: stop.signal });
}

/** Whether another page says within that time that the id is its own. */
function answered(id, channel, time) {
  return new Promise(resolve => {
    channel.addEventListener('message', ({ data }) => data.mine === id && resolve(true));
    setTimeout(() => resolve(false), time);
    channel.postMessage({ whose: id });
  });
}

let owner = null; // a page is one owner, however often it connects

/** The id of this tab as an owner. */
export function tabOwner() {
  return (owner ??= find());
}

/** Makes the next page of this tab another owner: this one was ended and can take nothing any more. */
export function forgetOwner() {
  storage()?.removeItem(OWNER);
}

async function find() {
  const channel = new BroadcastChannel('holdfast-tabs');
  const known = storage()?.getItem(OWNER);
  const ours = known && (await isOurs(known, channel));
  const id = ours ? known : (crypto.randomUUID?.() ?? secret());
  if (!ours) {
    storage()?.removeItem(HOLDS); // the other tab's
    storage()?.setItem(OWNER, id);
    if (navigator.locks) await claim(id, {});
  }
  channel.addEventListener('message', ({ data }) => data.whose === id && channel.postMessage({ mine: id }));
  return id;
}

/** The receipts of this tab's holds on one server, with what a page needs to go on with them. */
export class Kept {
  #server;

  constructor(server) {
    this.#server = server;
  }

  #all() {
    return JSON.parse(storage()?.getItem(HOLDS) ?? '{}');
  }

  #change(change) {
    const all = this.#all();
    change(all);
    try {
      storage()?.setItem(HOLDS, JSON.stringify(all));
    } catch {
      // Full: after a reload it is as if the tab had been closed.
    }
  }

  put(receipt, entry) {
    this.#change(all => {
      all[receipt] = { ...entry, server: this.#server };
    });
  }

  forget(receipt) {
    this.#change(all => delete all[receipt]);
  }

  /** Pairs of receipt and entry. */
  list() {
    return Object.entries(this.#all()).filter(([, entry]) => entry.server === this.#server);
  }
}
