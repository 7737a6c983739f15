// A browser as far as the scripts use one, put in place of the globals of Node. Each test begins with a new one.
import { readFileSync } from 'node:fs';
import { webcrypto } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { compileFunction } from 'node:vm';
import { Clock, settle } from './clock.mjs';
import { Events } from './events.mjs';
import { Network } from './network.mjs';
import { Server } from './server.mjs';

const put = (name, value) => Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

/** The lock manager that tabs of one origin share. */
class Locks {
  #queues = new Map(); // name -> [request], the first has it

  request(name, options, action) {
    const queue = this.#queues.get(name) ?? [];
    this.#queues.set(name, queue);
    return new Promise((resolve, reject) => {
      if (options.signal?.aborted) return void reject(options.signal.reason);
      if (options.ifAvailable && queue.length) return void queueMicrotask(() => resolve(action(null)));
      const request = { name, action, resolve, reject, granted: false };
      queue.push(request);
      options.signal?.addEventListener('abort', () => {
        if (request.granted) return;
        queue.splice(queue.indexOf(request), 1);
        reject(options.signal.reason);
      });
      this.#grant(queue);
    });
  }

  #grant(queue) {
    const [first] = queue;
    if (!first || first.granted) return;
    first.granted = true;
    queueMicrotask(async () => {
      try {
        first.resolve(await first.action({ name: first.name }));
      } catch (failure) {
        first.reject(failure);
      }
      queue.shift();
      this.#grant(queue);
    });
  }
}

/** The class BroadcastChannel of one browser. */
function channels() {
  const open = new Set();
  return class BroadcastChannel extends EventTarget {
    constructor(name) {
      super();
      this.name = name;
      open.add(this);
    }

    postMessage(message) {
      if (!open.has(this)) throw new DOMException('The channel is closed.', 'InvalidStateError');
      const data = structuredClone(message);
      for (const other of open) {
        if (other === this || other.name !== this.name) continue;
        queueMicrotask(() => open.has(other) && other.dispatchEvent(Object.assign(new Event('message'), { data })));
      }
    }

    close() {
      open.delete(this);
    }
  };
}

/** What a tab keeps through a reload. */
class Storage {
  #items;
  /** Throws for lack of room if true. */
  full = false;

  constructor(items = []) {
    this.#items = new Map(items);
  }

  getItem(key) {
    return this.#items.get(key) ?? null;
  }

  setItem(key, value) {
    if (this.full) throw new DOMException('There is no room left.', 'QuotaExceededError');
    this.#items.set(key, String(value));
  }

  removeItem(key) {
    this.#items.delete(key);
  }

  /** What a duplicated tab begins with. */
  copy() {
    return new Storage(this.#items);
  }
}

/** Runs the real script of a worker, with timers and messages of its own. */
function workers(browser) {
  return class Worker extends EventTarget {
    #timers = new Set();
    #ended = false;
    #receive;

    constructor(url) {
      super();
      if (browser.forbidsWorkers) throw new DOMException('Not by this policy.', 'SecurityError');
      browser.workers.push(this);
      const source = readFileSync(fileURLToPath(url), 'utf8');
      const every = (action, wait) => {
        const timer = setInterval(action, wait);
        this.#timers.add(timer);
        return timer;
      };
      const say = data => this.#later(() => this.dispatchEvent(Object.assign(new Event('message'), { data })), data);
      const script = compileFunction(`let onmessage;\n${source}\nreturn onmessage;`, ['postMessage', 'setInterval'], { filename: url });
      this.#receive = script(say, every);
    }

    #later(action, data) {
      structuredClone(data); // throws for what cannot be sent
      queueMicrotask(() => this.#ended || action());
    }

    postMessage(data) {
      this.#later(() => this.#receive({ data: structuredClone(data) }), data);
    }

    terminate() {
      this.#ended = true;
      this.#timers.forEach(timer => clearInterval(timer));
    }
  };
}

/** A browser with one page, its server and the network between. */
export class Browser {
  clock = new Clock();
  events = new Events();
  server = new Server(this.clock, this.events);
  network = new Network(this.server, this.clock);
  workers = [];
  forbidsWorkers = false;
  document = Object.assign(new EventTarget(), { baseURI: 'http://page.test/editor/', hidden: false });
  #window = new EventTarget();

  constructor() {
    this.clock.install();
    put('fetch', (...asked) => this.network.fetch(...asked));
    put('EventSource', this.events.source());
    put('Worker', workers(this));
    put('document', this.document);
    this.closeTabs();
    put('addEventListener', (...listener) => this.#window.addEventListener(...listener));
    this.openTab();
    AbortSignal.timeout = time => {
      const stop = new AbortController();
      setTimeout(() => stop.abort(new DOMException('It took too long.', 'TimeoutError')), time);
      return stop.signal;
    };
    older();
  }

  /** All pages of before are gone, with their channels and locks. The storage of the tab is there still. */
  closeTabs() {
    put('BroadcastChannel', channels());
    put('navigator', { locks: new Locks() });
  }

  /** Another tab from now on: with a storage that is empty, or that of a tab that was duplicated or reloaded. */
  openTab(storage = new Storage()) {
    put('sessionStorage', storage);
    return storage;
  }

  /** Something happens to the page: pagehide, pageshow. */
  happens(event, more = {}) {
    this.#window.dispatchEvent(Object.assign(new Event(event), more));
  }

  /** The page is hidden, or seen again. */
  hide(hidden = true) {
    this.document.hidden = hidden;
    this.document.dispatchEvent(new Event('visibilitychange'));
  }

  advance(milliseconds) {
    return this.clock.advance(milliseconds);
  }

  settle() {
    return settle();
  }
}

/** What browsers have and an older Node lacks. */
function older() {
  if (!globalThis.crypto) put('crypto', webcrypto);
  globalThis.CustomEvent ??= class CustomEvent extends Event {
    constructor(name, { detail = null } = {}) {
      super(name);
      this.detail = detail;
    }
  };
  AbortSignal.any ??= signals => {
    const stop = new AbortController();
    for (const signal of signals) {
      if (signal.aborted) stop.abort(signal.reason);
      signal.addEventListener('abort', () => stop.abort(signal.reason));
    }
    return stop.signal;
  };
}

/** Keeps what an event target tells: a list of {name, detail}, and by name with of(name). */
export function listen(target, ...names) {
  const told = [];
  for (const name of names) target.addEventListener(name, ({ detail }) => told.push({ name, detail }));
  return Object.assign(told, { of: name => told.filter(one => one.name === name).map(one => one.detail) });
}
