// Locks in a browser: docs/browser.md. Needs nothing but this file and the folder and worker next to it.
import { Asking } from './holdfast/asking.js';
import { Feed } from './holdfast/feed.js';
import { Hold } from './holdfast/hold.js';
import { Link, Problem, Refusal, Unreachable } from './holdfast/link.js';
import { BackgroundHeartbeats } from './holdfast/background-heartbeats.js';
import { forgetOwner, StoredHolds, secret, tabOwner } from './holdfast/tab.js';
import { english } from './holdfast/messages.js';
import { notice, notifies, notify } from './holdfast/notices.js';
import { milliseconds } from './holdfast/time.js';

export { Asking, english, Hold, Problem, Refusal, Unreachable };

const REFUSALS = new Set([409, 410, 423, 429]);

/** Returns the members that have a value. */
const given = members => Object.fromEntries(Object.entries(members).filter(([, value]) => value));

/** Returns what differs when requests differ. */
const keyOf = (requests = []) => requests.map(({ id, state, until }) => `${id} ${state} ${until}`).join('\n');

/** Returns the milliseconds of 90, '90s', '15m', '1h' or 'PT90S', as the server reads them. */
function waitMillis(wait) {
  if (typeof wait === 'number') return wait * 1000;
  return milliseconds(wait.startsWith('P') ? wait : `PT${wait.toUpperCase()}`) ?? 0;
}

/**
 * A server, and this tab as an owner there. Events, also of other tabs: acquired, released, lost: {resource, ours}. And of this tab:
 * requests: {resource, requests}, when others ask for a lock that it holds, or ask no more.
 */
export class Holdfast extends EventTarget {
  #link;
  #feed;
  #stored;
  #name;
  #user;
  #channel = null;
  #holds = new Map(); // hold -> how to stop watching it
  #askings = new Set();
  #client;
  #closed = new AbortController();

  /** See connect. */
  constructor({ server = '/', token = null, name = '', user = '', debounce = 2_000, warning = 60_000, messages = {}, worker = null } = {}) {
    super();
    this.#link = new Link(server, token, { ...english, ...messages });
    this.#feed = new Feed(this.#link);
    this.#stored = new StoredHolds(this.#link.server);
    this.#name = name;
    this.#user = user;
    this.#client = {
      link: this.#link, background: new BackgroundHeartbeats(this.#link, worker), stored: this.#stored,
      user, debounce, warning, tell: (what, hold) => this.#tell(what, hold), asked: (hold, added) => this.#asked(hold, added),
    };
    if (globalThis.document) this.#listen();
  }

  #listen() {
    this.#channel = new BroadcastChannel(`holdfast ${this.#link.server}`);
    this.#channel.addEventListener('message', ({ data }) => this.#emit(data.what, { resource: data.resource, ours: false }));
    const until = { signal: this.#closed.signal };
    addEventListener('pagehide', event => {
      this.#leave({ closing: true });
      // No page would take up what is handed over. One that the browser keeps asks on.
      if (!event.persisted) this.#askings.forEach(asking => asking.withdraw({ keepalive: true }).catch(() => {}));
    }, until);
    addEventListener('pageshow', event => event.persisted && this.#check(), until);
    // A phone may end a hidden page without notice. A page that was asleep may have lost its holds.
    document.addEventListener('visibilitychange', () => (document.hidden ? this.#leave() : this.#check()), until);
  }

  /** The id of this tab as an owner, the same after a reload. A promise. */
  get owner() {
    return tabOwner();
  }

  /** What is said to people. */
  get messages() {
    return this.#link.messages;
  }

  /** The holds of this tab. */
  get holds() {
    return [...this.#holds.keys()];
  }

  /** True if a worker sends heartbeats, so that they keep their interval in a hidden tab. */
  get heartbeatsFromWorker() {
    return this.#client.background.fromWorker;
  }

  /**
   * Acquires a resource, or all resources of a list or none. Resolves to a hold, or to a list of holds. Rejects with a Refusal, or
   * with Unreachable if the outcome is unknown. takeover, a reason, takes it from its holders; that needs the role admin.
   */
  async acquire(resources, { note, wait, mode, takeover, signal } = {}) {
    const list = [resources].flat();
    const receipt = `${secret()}.${list[0]}`;
    const holds = await this.#grant({ resources: list, receipt, ...given({ note, mode, wait, takeover }) }, { signal });
    if (wait) notice(this.messages.yours(list), list[0]);
    return Array.isArray(resources) ? holds : holds[0];
  }

  async #owner() {
    return { id: await tabOwner(), ...(this.#name && { name: this.#name }), ...(this.#user && { user: this.#user }) };
  }

  /** expected: whether the lock was handed over already, and is waiting for us. */
  async #grant(wanted, { signal, expected = false }) {
    const body = { ...wanted, owner: await this.#owner() };
    const answer = await (expected ? this.#twice('v1/locks', body, {}) : this.#acquire(body, signal));
    if (answer.status !== 201) throw this.#refusal(answer);
    const { holds: all, drafts = [] } = answer.body;
    const left = ({ resource }) => drafts.filter(draft => draft.resource === resource);
    const holds = all.map(granted => this.#have(Hold.granted(this.#client, granted, answer.sent, left(granted))));
    holds.forEach(hold => this.#tell('acquired', hold));
    return wanted.resources.map(resource => holds.find(hold => hold.resource === resource));
  }

  /** The receipt is created before the first request, so that a retry finds the grant of the first attempt. */
  async #acquire(body, signal) {
    try {
      return await this.#twice('v1/locks', body, { signal, timeout: (body.wait ? waitMillis(body.wait) : 0) + 10_000 });
    } catch (failure) {
      // The lock may have been granted, and is not wanted any more. If the release does not arrive, the lease ends it.
      const receipts = body.resources.map(resource => `${body.receipt.slice(0, 32)}.${resource}`);
      this.#link.post('v1/releases', { receipts }, { keepalive: true }).catch(() => {});
      throw failure;
    }
  }

  #twice(path, body, options) {
    return this.#link.post(path, body, options).catch(failure => {
      if (!(failure instanceof Unreachable)) throw failure;
      return this.#link.post(path, body, options);
    });
  }

  /**
   * Asks the holders of a resource to hand it over. Resolves to an Asking as soon as they are asked. Rejects with a Refusal whose why
   * is free, own, off, muted, open-already, too-often, too-many or owner-ended.
   */
  async ask(resource, { message, note, mode } = {}) {
    const wanted = { receipt: `${secret()}.${resource}`, ...given({ note, mode }) };
    const body = { resource, ...wanted, ...given({ message }), owner: await this.#owner() };
    const answer = await this.#twice('v1/requests', body, {});
    if (answer.status !== 201) throw this.#refusal(answer);
    const asking = new Asking({
      link: this.#link, resource, receipt: wanted.receipt, requests: answer.body.requests,
      take: () => this.#takeUp({ ...wanted, resources: [resource] }),
      watch: changed => this.#feed.watch(resource, lock => lock.resource === resource && changed(), changed),
    });
    this.#askings.add(asking);
    asking.addEventListener('answer', ({ detail }) => notice(this.messages.answered({ resource, ...detail }), resource));
    asking.hold.then(() => this.#askings.delete(asking));
    return asking;
  }

  /** Acquires what was handed over; null if another owner has it. */
  async #takeUp(wanted) {
    try {
      return (await this.#grant(wanted, { expected: true }))[0];
    } catch (failure) {
      if (failure instanceof Problem) return null;
      throw failure;
    }
  }

  /** True if the browser notifies a person who looks elsewhere: who waits, asks or is asked. */
  get notifies() {
    return notifies();
  }

  /** Allows notifications, or ends them. To be called at a click. Resolves to whether they will come. */
  notify(wanted = true) {
    return notify(wanted);
  }

  #refusal(answer) {
    if (answer.body?.why === 'owner-ended') forgetOwner();
    return REFUSALS.has(answer.status) ? new Refusal(answer, this.messages) : new Problem(answer, this.messages);
  }

  /** Returns the holds from before a reload. Includes holds that were lost in the meantime: held is false, loss says why. */
  async resume() {
    await tabOwner(); // a duplicated tab has nothing to resume
    const here = new Set(this.holds.map(hold => hold.receipt));
    const before = this.#stored.list().filter(([receipt]) => !here.has(receipt));
    const holds = await Promise.all(before.map(([receipt, entry]) => Hold.resumed(this.#client, receipt, entry)));
    return holds.map(hold => this.#have(hold));
  }

  /** Calls back with each lock under the prefix and with every change; calls ready after the first list. Returns a function that stops it. */
  watch(prefix, callback, ready) {
    return this.#feed.watch(prefix, callback, ready);
  }

  /** Returns the current state of a lock. */
  async look(resource) {
    const answer = await this.#link.get(`v1/locks/${encodeURIComponent(resource)}`);
    if (answer.status === 200) return answer.body;
    if (answer.status !== 404) throw new Problem(answer, this.messages);
    return { resource, free: true, holders: [], ended: [], waiting: 0, queue: [], asOf: null };
  }

  /** Releases the holds of this connection, withdraws its requests, and stops listening. */
  async close() {
    await Promise.all([...this.#askings].map(asking => asking.withdraw()));
    await Promise.all(this.holds.map(hold => hold.release()));
    this.#closed.abort();
    this.#feed.close();
    this.#channel?.close();
    this.#client.background.end();
  }

  #have(hold) {
    if (hold.state !== 'held') return hold;
    let there = false;
    let known = keyOf(hold.requests);
    const seen = lock => {
      if (lock.resource !== hold.resource) return;
      there = lock.holders.some(holder => holder.fence === hold.fence);
      // The answer to a heartbeat has the requests, also where the event may not show them.
      const asked = keyOf(lock.requests);
      if (!there || asked !== known) hold.check();
      known = asked;
    };
    // Also check if the first list does not contain it: it may have been lost before this page listened.
    this.#holds.set(hold, this.#feed.watch(hold.resource, seen, () => there || hold.check()));
    return hold;
  }

  /** Also notifies the other tabs, which then ask the server themselves: they may belong to another user. */
  #tell(what, hold) {
    if (what !== 'acquired') {
      this.#holds.get(hold)?.();
      this.#holds.delete(hold);
    }
    this.#channel?.postMessage({ what, resource: hold.resource });
    this.#emit(what, { resource: hold.resource, ours: true });
  }

  #asked(hold, added) {
    const { messages } = this;
    added.filter(({ state }) => state === 'open').forEach(request => notice(messages.asks(request), `${hold.resource} ${request.id}`));
    this.#emit('requests', { resource: hold.resource, requests: hold.requests });
  }

  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  #leave(how) {
    this.holds.forEach(hold => hold.leave(how));
  }

  #check() {
    this.holds.forEach(hold => hold.check());
  }
}

/**
 * Connects to a server. Options: server (its address; the page's own by default), token, name (shown to others) and user (owner of
 * drafts and limits) for servers without sign-in, debounce and warning in milliseconds, messages (any of those in messages.js), and
 * worker (the address of holdfast-worker.js, if it is not beside this file; false for none).
 */
export function connect(options) {
  return new Holdfast(options);
}
