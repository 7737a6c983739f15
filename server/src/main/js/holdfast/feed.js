// The current locks, live. A page uses one stream for everything that it watches, and the tabs of a browser share one. Browsers
// open only a few connections to a server, and one stream per tab would leave none for other requests.
import { stream } from './stream.js';

function common(a, b) {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return a.slice(0, length);
}

const free = resource => ({ resource, free: true, holders: [], ended: [], waiting: 0, queue: [], asOf: null });

/** The locks that a page knows, and their watchers. */
export class Feed {
  #link;
  #watchers = new Set(); // of {prefix, tell, ready}
  #locks = new Map();
  #ready = false;
  #covers = null; // the prefix whose locks are all known; null while none are
  #channel = null;
  #stop = null; // ends our own stream
  #resign = null; // lets another tab lead
  #waiting = null; // ends our wait for the lead
  #wanted = new Map(); // other tab -> prefix, while we lead
  #tab = Math.random();

  constructor(link) {
    this.#link = link;
  }

  /** Calls tell with each lock under the prefix and with every change, and ready after the first list. Returns a function that stops it. */
  watch(prefix, tell, ready = () => {}) {
    const watcher = { prefix, tell, ready };
    this.#watchers.add(watcher);
    // Later, so that watchers that start together share one request, and no watcher is called before it can stop.
    queueMicrotask(() => this.#watchers.has(watcher) && this.#begin(watcher));
    return () => {
      this.#watchers.delete(watcher);
      if (this.#watchers.size === 0) this.#end();
    };
  }

  /** Stops all watchers. */
  close() {
    if (this.#watchers.size === 0) return;
    this.#watchers.clear();
    this.#end();
  }

  #begin(watcher) {
    if (this.#knows(watcher.prefix)) {
      for (const lock of this.#locks.values()) if (lock.resource.startsWith(watcher.prefix)) watcher.tell(lock);
      watcher.ready();
    } else if (this.#stop) {
      this.#widen();
    } else if (this.#channel) {
      this.#channel.postMessage({ want: this.#want(), tab: this.#tab });
    } else {
      this.#join();
    }
  }

  #knows(prefix) {
    return this.#ready && prefix.startsWith(this.#covers);
  }

  #want() {
    return [...[...this.#watchers].map(watcher => watcher.prefix), ...this.#wanted.values()].reduce(common);
  }

  // --- Sharing between tabs ---

  /** Tabs with tokens may belong to different users, who must not see each other's data. */
  #join() {
    if (this.#link.token || !globalThis.document || !navigator.locks) {
      this.#open();
      return;
    }
    const name = `holdfast-events ${this.#link.server}`;
    this.#channel = new BroadcastChannel(name);
    this.#channel.addEventListener('message', ({ data }) => this.#hear(data));
    this.#waiting = new AbortController();
    navigator.locks.request(name, { signal: this.#waiting.signal }, () => this.#lead()).catch(() => {});
    this.#channel.postMessage({ want: this.#want(), tab: this.#tab });
  }

  #lead() {
    this.#open();
    this.#channel.postMessage({ leads: true });
    return new Promise(resolve => {
      this.#resign = resolve;
    });
  }

  #hear(data) {
    if (this.#stop) {
      if ('want' in data) this.#serve(data.tab, data.want);
      if (data.gone) this.#wanted.delete(data.gone);
    } else if (data.leads) {
      this.#channel.postMessage({ want: this.#want(), tab: this.#tab });
    } else if (data.all && (data.to ?? this.#tab) === this.#tab) {
      this.#replace(data.all, data.covers);
    } else if (data.lock) {
      this.#learn(data.lock);
    }
  }

  #serve(tab, prefix) {
    this.#wanted.set(tab, prefix);
    if (this.#knows(prefix)) {
      this.#tellAll(tab);
    } else {
      this.#widen();
    }
  }

  #tellAll(to = null) {
    this.#channel?.postMessage({ all: [...this.#locks.values()], covers: this.#covers, to });
  }

  // --- Our own stream ---

  #widen() {
    if (this.#covers !== null && this.#want().startsWith(this.#covers)) return; // on its way
    this.#stop();
    this.#open();
  }

  #open() {
    this.#covers = this.#want();
    this.#ready = false;
    let snapshot = null;
    this.#stop = stream(this.#link, this.#covers, (kind, data) => {
      if (kind === 'snapshot') {
        snapshot = [];
      } else if (kind === 'lock' && snapshot) {
        snapshot.push(data);
      } else if (kind === 'lock') {
        this.#learn(data);
        this.#channel?.postMessage({ lock: data });
      } else if (kind === 'ready' && snapshot) {
        this.#replace(snapshot, this.#covers);
        this.#tellAll();
        snapshot = null;
      }
    });
  }

  #end() {
    this.#channel?.postMessage({ gone: this.#tab });
    this.#stop?.();
    this.#waiting?.abort();
    this.#resign?.();
    this.#channel?.close();
    this.#stop = this.#channel = this.#resign = this.#waiting = this.#covers = null;
    this.#ready = false;
    this.#locks.clear();
    this.#wanted.clear();
  }

  // --- What is known ---

  #replace(locks, covers) {
    const there = new Set(locks.map(lock => lock.resource));
    const gone = [...this.#locks.keys()].filter(resource => resource.startsWith(covers) && !there.has(resource));
    this.#covers = covers;
    this.#ready = true;
    gone.forEach(resource => this.#learn(free(resource)));
    locks.forEach(lock => this.#learn(lock));
    for (const { prefix, ready } of [...this.#watchers]) if (this.#knows(prefix)) ready();
  }

  #learn(lock) {
    if (lock.free && lock.waiting === 0) {
      this.#locks.delete(lock.resource);
    } else {
      this.#locks.set(lock.resource, lock);
    }
    for (const { prefix, tell } of [...this.#watchers]) if (lock.resource.startsWith(prefix)) tell(lock);
  }
}
