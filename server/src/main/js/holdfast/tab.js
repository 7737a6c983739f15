// The identity of this tab, and its holds. Both are in the tab's session storage, so they survive a reload until the tab is closed.
const OWNER = 'holdfast-owner';
const HOLDS = 'holdfast-holds';
const MAX_RELOAD_TIME = 1_000;

/** Returns 128 random bits as hexadecimal digits. */
export const secret = () => [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('');

/** Returns the session storage; null if the browser forbids it. Such a tab is a new owner after each reload. */
function storage() {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

const lockName = id => `holdfast-tab-${id}`;

/** Claims an id for the lifetime of this page. Resolves to false if another page has it. */
function claim(id, options) {
  return new Promise(resolve => {
    navigator.locks.request(lockName(id), options, lock => {
      resolve(lock !== null);
      return lock && new Promise(() => {});
    }).catch(() => resolve(false));
  });
}

/**
 * Resolves to whether the stored id belongs to this tab. A duplicated tab has a copy of the storage, and the original tab answers.
 * After a reload no tab answers, and the claim of the previous page ends in a moment.
 */
async function isOurs(id, channel) {
  if (!navigator.locks) return !(await answered(id, channel, 200));
  if (await claim(id, { ifAvailable: true })) return true;
  const stop = new AbortController();
  answered(id, channel, MAX_RELOAD_TIME).then(() => stop.abort());
  return claim(id, { signal: stop.signal });
}

/** Resolves to whether another page claims the id within the given time. */
function answered(id, channel, time) {
  return new Promise(resolve => {
    channel.addEventListener('message', ({ data }) => data.mine === id && resolve(true));
    setTimeout(() => resolve(false), time);
    channel.postMessage({ whose: id });
  });
}

let owner = null; // a page is one owner, however often it connects

/** Returns the owner id of this tab. */
export function tabOwner() {
  return (owner ??= find());
}

/** Makes the next page of this tab another owner: this one was ended and cannot acquire any more. */
export function forgetOwner() {
  storage()?.removeItem(OWNER);
}

async function find() {
  if (!globalThis.document) return crypto.randomUUID(); // a program: it has no other pages
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

/** The receipts of this tab's holds on one server, with the data that a page needs to resume them. */
export class StoredHolds {
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
      // The storage is full: the holds cannot be resumed after a reload.
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

  /** Returns pairs of receipt and entry. */
  list() {
    return Object.entries(this.#all()).filter(([, entry]) => entry.server === this.#server);
  }
}
