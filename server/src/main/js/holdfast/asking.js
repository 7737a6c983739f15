// A request of this tab to the holders of a lock to hand it over.
import { Problem, Unreachable } from './link.js';

const LOOK = 15_000; // an event tells earlier, where the page may see it

const ENDED = new Set(['declined', 'handed', 'withdrawn', 'lapsed']);

const has = (requests, state) => requests.some(request => request.state === state);

/** The state of the whole: a shared lock has several holders, and each answers for itself. */
function stateOf(requests) {
  if (requests.some(request => !ENDED.has(request.state))) return requests.every(({ state }) => state !== 'open') ? 'promised' : 'open';
  return ['declined', 'withdrawn', 'handed'].find(state => has(requests, state)) ?? 'lapsed';
}

/** Event: answer, whenever what became of the request changes. Its detail is {state, until, reply, holder, shown, requests}. */
export class Asking extends EventTarget {
  #link;
  #receipt;
  #take;
  #requests;
  #state = 'open';
  #ended;
  #stop;
  #timer;
  #looking = false;
  #again = false;

  /** take acquires what was handed over, and resolves to null if it is refused; watch calls back at changes of the lock. */
  constructor({ link, resource, receipt, requests, take, watch }) {
    super();
    this.#link = link;
    this.resource = resource;
    this.#receipt = receipt;
    this.#take = take;
    this.#requests = requests;
    /** Resolves when the request has ended: to the hold, or to null. */
    this.hold = new Promise(resolve => { this.#ended = resolve; });
    this.#timer = setInterval(() => this.#look(), LOOK);
    this.#stop = watch(() => this.#look());
  }

  /** 'open', 'promised', 'declined', 'handed', 'withdrawn' or 'lapsed'. */
  get state() {
    return this.#state;
  }

  /** What is known of it: {state, until, reply, holder, shown, requests}. */
  get answer() {
    const known = this.#requests.filter(({ state }) => state === this.#state || (this.#state === 'handed' && state === 'lapsed'));
    const said = known.at(-1) ?? this.#requests.at(-1) ?? {};
    const ends = this.#requests.map(({ until }) => until).filter(Boolean).sort();
    return {
      state: this.#state, until: ends.at(-1) ?? null, reply: said.reply ?? '', holder: said.holder ?? null,
      shown: this.#requests.every(({ shown }) => shown), requests: this.#requests,
    };
  }

  /** Asks no more. Resolves to whether the request was open. */
  async withdraw({ keepalive = false } = {}) {
    if (ENDED.has(this.#state)) return false;
    const answer = await this.#link.delete(this.#path(), { keepalive });
    if (answer.status !== 200) throw new Problem(answer, this.#link.messages);
    if (answer.body.withdrawn) this.#end('withdrawn', null);
    else await this.#look();
    return answer.body.withdrawn;
  }

  #path() {
    return `v1/requests/${encodeURIComponent(this.#receipt)}`;
  }

  /** Reads what became of it; once more if something changed meanwhile. */
  async #look() {
    if (ENDED.has(this.#state)) return;
    this.#again = this.#looking;
    if (this.#looking) return;
    this.#looking = true;
    try {
      const answer = await this.#link.get(this.#path());
      if (answer.status === 200 && !ENDED.has(this.#state)) await this.#hear(answer.body.requests);
    } catch (failure) {
      if (!(failure instanceof Unreachable)) throw failure; // the next look may arrive
    } finally {
      this.#looking = false;
    }
    if (this.#again) await this.#look();
  }

  async #hear(requests) {
    const before = JSON.stringify(this.#requests);
    this.#requests = requests;
    const state = stateOf(requests);
    if (state === 'handed' || state === 'lapsed') {
      // A hold that was handed over is found by the receipt; a lock that was released is taken like any other.
      const hold = await this.#take();
      this.#end(hold ? 'handed' : 'lapsed', hold);
    } else if (ENDED.has(state)) {
      this.#end(state, null);
    } else if (JSON.stringify(requests) !== before) {
      this.#state = state;
      this.#tell();
    }
  }

  #end(state, hold) {
    if (ENDED.has(this.#state)) return;
    this.#state = state;
    clearInterval(this.#timer);
    this.#stop();
    this.#tell();
    this.#ended(hold);
  }

  #tell() {
    this.dispatchEvent(new CustomEvent('answer', { detail: this.answer }));
  }
}
