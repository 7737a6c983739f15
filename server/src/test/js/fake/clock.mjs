// Time that passes only when a test says so.

const realImmediate = setImmediate;

/** Resolves when everything that promises have to do now is done. No real time needs to pass for it. */
export async function settle() {
  for (let i = 0; i < 3; i++) await new Promise(resolve => { realImmediate(resolve); });
}

/** The steady clock, the wall clock and the timers of a page. */
export class Clock {
  #timers = new Map(); // id -> {at, every, action}
  #ids = 0;
  #steady = 1_000;
  #wall = Date.parse('2030-05-04T10:00:00Z');

  get steady() {
    return this.#steady;
  }

  get wall() {
    return this.#wall;
  }

  /** Replaces all that knows the time or waits for it. */
  install() {
    const start = this.#wall - this.#steady;
    const replaced = {
      setTimeout: (action, wait = 0) => this.#add(action, wait, null),
      setInterval: (action, every) => this.#add(action, every, Math.max(1, every)),
      clearTimeout: id => this.#timers.delete(id),
      clearInterval: id => this.#timers.delete(id),
      performance: { timeOrigin: start, now: () => this.#steady },
    };
    for (const [name, value] of Object.entries(replaced)) {
      Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
    }
    Date.now = () => this.#wall;
  }

  #add(action, wait, every) {
    const id = ++this.#ids;
    this.#timers.set(id, { at: this.#steady + Math.max(0, wait), every, action });
    return id;
  }

  /** Lets time pass: each timer runs at its time, and what it began is done before the next. */
  async advance(milliseconds) {
    const end = this.#steady + milliseconds;
    await settle();
    for (let next = this.#next(end); next; next = this.#next(end)) {
      const [id, timer] = next;
      this.#pass(timer.at - this.#steady);
      if (timer.every === null) this.#timers.delete(id);
      else timer.at += timer.every;
      timer.action();
      await settle();
    }
    this.#pass(end - this.#steady);
  }

  #next(end) {
    const due = [...this.#timers].filter(([, timer]) => timer.at <= end);
    return due.sort(([a, x], [b, y]) => x.at - y.at || a - b)[0];
  }

  #pass(milliseconds) {
    this.#steady += milliseconds;
    this.#wall += milliseconds;
  }

  /** A laptop sleeps: only the clock on the wall goes on. */
  sleep(milliseconds) {
    this.#wall += milliseconds;
  }

  /** How many timers are set. */
  get timers() {
    return this.#timers.size;
  }
}
