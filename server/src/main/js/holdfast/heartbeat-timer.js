// Decides when heartbeats are sent: immediately, but no more often than allowed, one at a time, and again after a failure.

const MAX_FAILURES = 3;

/** Sends the heartbeats of one hold. The hold itself writes them and reads the answers. */
export class HeartbeatTimer {
  #send; // sends a heartbeat with the given options; resolves when it is answered or has failed
  #due; // whether there is something to send
  #debounce;
  #failures = 0;
  #timer = null;
  #underWay = null; // the one under way
  #last = -Infinity; // when the last one was sent, or failed
  #stopped = false;

  /** The longest pause between attempts while the server is unreachable, in milliseconds. */
  every = 30_000;

  constructor({ send, due, debounce }) {
    this.#send = send;
    this.#due = due;
    this.#debounce = debounce;
  }

  /** False after three failures in a row. */
  get connected() {
    return this.#failures < MAX_FAILURES;
  }

  /** True if the last heartbeat failed. */
  get failing() {
    return this.#failures > 0;
  }

  /** Resolves when no heartbeat is under way. */
  get quiet() {
    return Promise.resolve(this.#underWay);
  }

  /** Sends a heartbeat now, or as soon as the debounce time allows. */
  soon() {
    if (this.#stopped || this.#timer !== null || this.#underWay) return;
    const pause = this.failing ? Math.min(this.every, this.#debounce * 2 ** Math.min(10, this.#failures - 1)) : this.#debounce;
    const wait = this.#last + pause - performance.now();
    if (wait <= 0) {
      this.sendNow();
    } else {
      this.#timer = setTimeout(() => this.sendNow(), wait);
    }
  }

  /** Sends a heartbeat now, unless one is under way. Resolves when it is answered or has failed. */
  sendNow(options = {}) {
    clearTimeout(this.#timer);
    this.#timer = null;
    return (this.#underWay ??= this.#one(options));
  }

  async #one(options) {
    this.#last = performance.now();
    try {
      await this.#send(options);
    } finally {
      this.#underWay = null;
    }
    if (this.failing || this.#due()) this.soon();
  }

  /** Records an answer, also to a background heartbeat. Returns true if the connection was lost before. */
  answered() {
    const back = !this.connected;
    this.#failures = 0;
    return back;
  }

  /** Records a failure, also of a background heartbeat. Returns true if the connection counts as lost from now on. */
  failed() {
    this.#last = performance.now();
    return ++this.#failures === MAX_FAILURES;
  }

  stop() {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }
}
