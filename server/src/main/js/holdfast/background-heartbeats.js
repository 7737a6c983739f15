// Heartbeats at regular intervals. A worker sends them, since browsers slow down the timers of hidden tabs.
import { Unreachable } from './link.js';

// For pages that allow only trusted script URLs (require-trusted-types-for): see docs/browser.md.
function scriptUrl(url) {
  try {
    policy ??= globalThis.trustedTypes?.createPolicy('holdfast', { createScriptURL: text => text });
  } catch {
    // The page does not allow a policy with this name, so there is no worker.
  }
  return policy?.createScriptURL(url) ?? url;
}
let policy = null;

const path = receipt => `v1/holds/${encodeURIComponent(receipt)}/heartbeat?whole=true`;

/** Sends background heartbeats for all holds of one connection. Passes each answer to the hold; status 0 if there was none. */
export class BackgroundHeartbeats {
  #link;
  #script; // the address of the worker; false for none
  #worker = null;
  #kept = new Map(); // receipt -> {every, tell, timer}

  constructor(link, worker) {
    this.#link = link;
    this.#script = worker;
  }

  /** True if a worker sends the heartbeats, not a timer of this page. */
  get fromWorker() {
    return this.#worker !== null && this.#worker !== false;
  }

  /** Starts heartbeats for a hold, or restarts their interval after another heartbeat. */
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

  /** Resolves when answers that a busy page has not processed yet have been passed on. */
  settled() {
    return new Promise(resolve => {
      setTimeout(resolve, 500);
      if (!this.#worker) return resolve();
      // Messages of a worker arrive in order, so its reply comes after all of those answers.
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
      kept.timer = setInterval(() => this.#send(receipt), kept.every);
    }
  }

  #start() {
    if (this.#script === false) return false;
    try {
      const script = this.#script ?? new URL('../holdfast-worker.js', import.meta.url).href;
      const worker = new Worker(scriptUrl(script));
      worker.addEventListener('message', ({ data }) => this.#kept.get(data.receipt)?.tell(data));
      worker.addEventListener('error', () => this.#fallBack());
      return worker;
    } catch {
      return false; // the page's security policy forbids it, or the script is on another server
    }
  }

  #fallBack() {
    this.#worker?.terminate?.();
    this.#worker = false; // and not tried again
    for (const receipt of this.#kept.keys()) this.#begin(receipt);
  }

  async #send(receipt) {
    try {
      const answer = await this.#link.post(path(receipt), { active: false });
      this.#kept.get(receipt)?.tell(answer);
    } catch (failure) {
      if (!(failure instanceof Unreachable)) throw failure;
      this.#kept.get(receipt)?.tell({ status: 0 });
    }
  }
}
