// When heartbeats leave: at once, but no more often than is allowed, one at a time, and again after one that failed.

const MOST_FAILURES = 3;

/** The heart of one hold. What a heartbeat says and what its answer means is the hold's business. */
export class Heart {
  #send; // sends one with those options; resolves when it is answered or has failed
  #due; // whether there is something to say
  #debounce;
  #failures = 0;
  #timer = null;
  #beating = null; // the one under way
  #last = -Infinity; // when the last one left, or failed
  #stopped = false;

  /** How often to try at least while the server is away, in milliseconds. */
  every = 30_000;

  constructor({ send, due, debounce }) {
    this.#send = send;
    this.#due = due;
    this.#debounce = debounce;
  }

  /** False after three failures in a row. */
  get connected() {
    return this.#failures < MOST_FAILURES;
  }

  /** Whether the last one failed. */
  get failing() {
    return this.#failures > 0;
  }

  /** Resolves when none is under way. */
  get quiet() {
    return Promise.resolve(this.#beating);
  }

  /** One is wanted: now, or as soon as may be. */
  soon() {
    if (this.#stopped || this.#timer !== null || this.#beating) return;
    const pause = this.failing ? Math.min(this.every, this.#debounce * 2 ** Math.min(10, this.#failures - 1)) : this.#debounce;
    const wait = this.#last + pause - performance.now();
    if (wait <= 0) {
      this.beat();
    } else {
      this.#timer = setTimeout(() => this.beat(), wait);
    }
  }

  /** One leaves now, unless one is under way; resolves when it is answered or has failed. */
  beat(options = {}) {
    clearTimeout(this.#timer);
    this.#timer = null;
    return (this.#beating ??= this.#one(options));
  }

  async #one(options) {
    this.#last = performance.now();
    try {
      await this.#send(options);
    } finally {
      this.#beating = null;
    }
    if (this.failing || this.#due()) this.soon();
  }

  /** Takes note of an answer, also to a ping; true if it ends a time without connection. */
  answered() {
    const back = !this.connected;
    this.#failures = 0;
    return back;
  }

  /** Takes note of a failure, also of a ping; true if the connection counts as lost from now on. */
  failed() {
    this.#last = performance.now();
    return ++this.#failures === MOST_FAILURES;
  }

  stop() {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }
}
