// Signs of life at even intervals. A worker sends them, since browsers slow down the timers of hidden tabs.
import { Unreachable } from './link.js';

// Pages that let only known addresses become scripts (require-trusted-types-for) let this one: see docs/browser.md.
function scriptUrl(url) {
  try {
    policy ??= globalThis.trustedTypes?.createPolicy('holdfast', { createScriptURL: text => text });
  } catch {
    // Not by that name: then there is no worker.
  }
  return policy?.createScriptURL(url) ?? url;
}
let policy = null;

const path = receipt => `v1/holds/${encodeURIComponent(receipt)}/heartbeat?whole=true`;

/** Pings for all holds of one connection. Whoever keeps one is told each answer; status 0 if there was none. */
export class Pings {
  #link;
  #worker = null;
  #kept = new Map(); // receipt -> {every, tell, timer}

  constructor(link) {
    this.#link = link;
  }

  /** Whether a worker sends them, and not this page's timers. */
  get fromWorker() {
    return this.#worker !== null && this.#worker !== false;
  }

  /** Begins, or begins again after another sign of life. */
  async keep(receipt, every, tell) {
    clearInterval(this.#kept.get(receipt)?.timer);
    this.#kept.set(receipt, { every, tell, timer: 0 });
    this.#worker ??= this.#start();
    const headers = await this.#link.headers();
    if (this.#kept.has(receipt)) this.#begin(receipt, headers);
  }

  drop(receipt) {
    clearInterval(this.#kept.get(receipt)?.timer);
    this.#kept.delete(receipt);
    if (this.#worker) this.#worker.postMessage({ drop: receipt });
  }

  /** Resolves when answers that a busy page has not heard yet are told. */
  settled() {
    return new Promise(resolve => {
      setTimeout(resolve, 500);
      if (!this.#worker) return resolve();
      // What a worker says comes in order, so its answer comes after all of those.
      const worker = this.#worker;
      const heard = ({ data }) => {
        if (!data.settled) return;
        worker.removeEventListener('message', heard);
        resolve();
      };
      worker.addEventListener('message', heard);
      worker.postMessage({ settle: true });
    });
  }

  end() {
    [...this.#kept.keys()].forEach(receipt => this.drop(receipt));
    this.#worker?.terminate?.();
    this.#worker = null;
  }

  #begin(receipt, headers) {
    const kept = this.#kept.get(receipt);
    clearInterval(kept.timer);
    if (this.#worker) {
      this.#worker.postMessage({ keep: receipt, url: this.#link.url(path(receipt)), headers, every: kept.every });
    } else {
      kept.timer = setInterval(() => this.#ping(receipt), kept.every);
    }
  }

  #start() {
    try {
      const worker = new Worker(scriptUrl(new URL('../holdfast-worker.js', import.meta.url).href));
      worker.addEventListener('message', ({ data }) => this.#kept.get(data.receipt)?.tell(data));
      worker.addEventListener('error', () => this.#fallBack());
      return worker;
    } catch {
      return false; // the page's security policy forbids it, or it lies on another server
    }
  }

  #fallBack() {
    this.#worker?.terminate?.();
    this.#worker = false; // and not tried again
    for (const receipt of this.#kept.keys()) this.#begin(receipt);
  }

  async #ping(receipt) {
    try {
      const answer = await this.#link.post(path(receipt), { active: false });
      this.#kept.get(receipt)?.tell(answer);
    } catch (failure) {
      if (!(failure instanceof Unreachable)) throw failure;
      this.#kept.get(receipt)?.tell({ status: 0 });
    }
  }
}
