// A lock that this tab holds. Heartbeats keep it alive. A lost lock is never acquired again automatically, since another user may
// have changed the resource in the meantime.
import { Draft } from './draft.js';
import { HeartbeatTimer } from './heartbeat-timer.js';
import { Inbox } from './inbox.js';
import { Problem, Unreachable } from './link.js';
import { Countdown, milliseconds, moment } from './time.js';

const DEFAULT_INTERVAL = 30_000;
const TICK = 1_000;
const MAX_ATTEMPTS = 3;
const PAUSE = 500;

const HELD = 'held';
const RELEASED = 'released';
const LOST = 'lost';

/**
 * Events: countdown (each second), warning, lost, released, disconnected, reconnected, saved, late, refused (a draft), requests
 * (others ask for the lock, or ask no more). The detail of an event describes it.
 */
export class Hold extends EventTarget {
  #client; // {link, background, stored, user, debounce, warning, tell(what, hold), asked(hold, requests)}
  #receipt;
  #state = HELD;
  #countdown = new Countdown();
  #draft;
  #loss = null;
  #heartbeats;
  #warned = false;
  #expiring = false;
  #active = false; // whether the user did something since the last heartbeat
  #ticking = null;
  #left = false; // whether the page was left since the last heartbeat
  #inbox;
  #handing = false; // whether it is being handed over
  #kept = [];

  constructor(client, resource, receipt) {
    super();
    this.#client = client;
    this.resource = resource;
    this.#receipt = receipt;
    this.#draft = new Draft(client.link, resource, client.user);
    this.#inbox = new Inbox(client.link, resource, added => this.#asked(added));
    this.#heartbeats = new HeartbeatTimer({ send: options => this.#send(options), due: () => this.#due(), debounce: client.debounce });
  }

  /** Creates the hold for a lock that was just granted. kept: the drafts of those from whom it was taken over. */
  static granted(client, granted, sent, kept = []) {
    const hold = new Hold(client, granted.resource, granted.receipt);
    hold.#kept = kept;
    hold.#alive(granted, sent);
    hold.#begin();
    return hold;
  }

  /** Takes over a hold from before a reload and asks the server whether it still exists: see held and loss of the result. */
  static async resumed(client, receipt, entry) {
    const hold = new Hold(client, entry.resource, receipt);
    hold.#countdown.resumed(entry.left, entry.wall);
    hold.#left = entry.closing ?? false;
    if (entry.unsaved != null) hold.#draft.write(entry.unsaved);
    hold.#keep();
    await hold.#heartbeats.sendNow();
    hold.#begin();
    return hold;
  }

  #begin() {
    if (this.#state === HELD) this.#ticking = setInterval(() => this.#tick(), TICK);
  }

  /** A secret. A program with the receipt can renew and release the hold. */
  get receipt() {
    return this.#receipt;
  }

  /** True if the lock is certainly held now. */
  get held() {
    return this.#state === HELD && this.remaining !== 0;
  }

  /** 'held', 'released' or 'lost'. */
  get state() {
    return this.#state;
  }

  get connected() {
    return this.#heartbeats.connected;
  }

  /** Milliseconds until the hold ends unless it is renewed; null if it does not expire. */
  get remaining() {
    return this.#countdown.remaining;
  }

  /** Milliseconds to show to the user: until the hold ends without activity; while disconnected, until it expires. */
  get timeLeft() {
    return this.connected ? this.#countdown.idleRemaining : this.remaining;
  }

  /** Why the hold was lost: {detail, why, by, reason, at, draft, text}; null if it was not lost. */
  get loss() {
    return this.#loss;
  }

  /** The last draft that arrived with an old revision and was stored separately; null if there is none. */
  get late() {
    return this.#draft.late;
  }

  /** After a takeover: whose drafts are kept, as {name, readable, sentence}. */
  get kept() {
    return this.#kept;
  }

  /** Resolves to the drafts that its takeover left, as {name, sentence, text, saved}. The text is null unless the policy shows it. */
  async keptDrafts() {
    const answer = await this.#client.link.get(`v1/holds/${encodeURIComponent(this.#receipt)}/drafts`);
    if (answer.status !== 200) throw new Problem(answer, this.#client.link.messages);
    return answer.body.drafts.map(({ name, sentence, draft }) => ({ name, sentence, text: draft?.content ?? null, saved: draft?.saved ?? null }));
  }

  /** The requests to hand it over that have no final answer, the oldest first. */
  get requests() {
    return this.#inbox.requests;
  }

  /**
   * Calls back with each request to hand it over, once. While the page is seen, the asker learns that it was shown. Returns a
   * function that stops it.
   */
  onRequest(callback) {
    return this.#inbox.watch(callback);
  }

  /**
   * Answers a request: 'now', 'in' (with within, such as '10m') or 'no'. Before a hand-over, unsaved text is saved. Resolves to the
   * request as it is then; to null if it has ended.
   */
  async answer(request, answer, options) {
    if (this.#state !== HELD) return null;
    if (answer === 'now') await this.#saveAll();
    this.#handing = answer === 'now';
    try {
      const now = await this.#inbox.answer(request, answer, options);
      if (now && answer === 'now') this.#handedOver(now);
      return now;
    } finally {
      this.#handing = false;
      this.check();
    }
  }

  /** Sets whether others may ask for it. Resolves to false if it is not held any more. */
  mute(muted = true) {
    return this.#inbox.mute(muted);
  }

  /** Reports activity. May be called at every keystroke: the first heartbeat is sent immediately, the next after a pause. */
  heartbeat() {
    if (this.#state !== HELD) return;
    this.#active = true;
    this.#heartbeats.soon();
  }

  /** Saves the text with the next heartbeat. */
  saveDraft(text) {
    if (this.#state !== HELD) return;
    this.#draft.write(text);
    this.heartbeat();
  }

  /** Returns the latest draft, from this tab or another one: {text, revision, saved}; null if there is none. */
  async draft() {
    const stored = await this.#draft.load();
    const unsaved = this.#draft.unsaved;
    return unsaved === null ? stored : { text: unsaved, revision: stored?.revision ?? 0, saved: null };
  }

  /** Sends pending changes now. Resolves when they are answered. */
  async flush() {
    await this.#heartbeats.quiet;
    while (this.#state === HELD && this.#due()) {
      await this.#heartbeats.sendNow();
      if (this.#heartbeats.failing) return;
    }
  }

  /**
   * Releases the hold. Keeps the draft unless it is to be discarded, for example because it was submitted. Resolves to false if
   * the hold had been lost before; the draft is kept then. Rejects with Unreachable if the server is unreachable; a hold with
   * unsaved text stays held then.
   */
  async release({ discardDraft = false } = {}) {
    if (this.#state !== HELD) return this.#state === RELEASED;
    if (!discardDraft) await this.#saveAll();
    await this.#heartbeats.quiet;
    if (this.#state !== HELD) return false;
    this.#end(RELEASED);
    try {
      if (!(await this.#sendRelease(discardDraft)) && (await this.#wasLost())) return false;
      this.#emit('released', {});
      return true;
    } finally {
      if (this.#state === RELEASED) this.#client.tell('released', this);
    }
  }

  /** Keeps the hold rather than end it without the unsaved text. */
  async #saveAll() {
    await this.flush();
    await this.#heartbeats.quiet;
    if (this.#state === HELD && this.#draft.unsaved !== null) throw new Unreachable(undefined, this.#client.link.messages);
  }

  #asked(added) {
    this.#client.asked(this, added);
    this.#emit('requests', { requests: this.requests });
  }

  #handedOver(request) {
    if (this.#state !== HELD) return;
    this.#end(RELEASED);
    this.#emit('released', { to: request.asker });
    this.#client.tell('released', this);
  }

  // --- For the connection, not for pages ---

  /** Asks the server whether the hold still exists, and sends the text once more. */
  check() {
    // A heartbeat that is under way may have been answered before the hold ended.
    this.#heartbeats.quiet.then(() => this.#state === HELD && !this.#handing && this.#heartbeats.sendNow({ again: true }));
  }

  /**
   * Called when the page may be closed: sends unsaved text now, and stores it for the page after a reload. While it is being closed,
   * also asks the server to release the hold in a few seconds: a page that was only loaded again sends a heartbeat before.
   */
  leave({ closing = false } = {}) {
    if (this.#state !== HELD) return;
    this.#left ||= closing;
    this.#store();
    const draft = this.#draft.unsaved === null ? null : this.#draft.nextAtOnce();
    if (!draft && !closing) return;
    // In addition to a heartbeat under way, which may not arrive. The text and its revision are the same.
    const body = { active: draft !== null, ...(draft && { draft }), ...(closing && { leaving: true }) };
    this.#client.link.post(this.#path(), body, { keepalive: true }).catch(() => {});
  }

  // --- Heartbeats ---

  #path() {
    return `v1/holds/${encodeURIComponent(this.#receipt)}/heartbeat?whole=true`;
  }

  #due() {
    return this.#active || this.#draft.unsaved !== null;
  }

  async #send({ again = false }) {
    const active = this.#active;
    this.#active = false;
    try {
      const draft = await this.#draft.next(again);
      const answer = await this.#client.link.post(this.#path(), { active, ...(draft && { draft }) });
      await this.#answered(answer, draft, active);
    } catch (failure) {
      if (!(failure instanceof Unreachable)) throw failure;
      this.#failed(active);
    }
  }

  async #answered({ status, body, sent }, draft, active) {
    if (status === 200) {
      this.#alive(body, sent);
      if (draft && body.draft) await this.#saved(draft, body.draft);
    } else if (status === 410 || status === 404) {
      await this.#lost(this.#ending(status, body), draft);
    } else if (draft && (status === 413 || status === 422)) {
      this.#draft.refused(draft);
      this.#active = true; // the heartbeat was refused with the draft, so it is sent again without it
      this.#emit('refused', body);
    } else {
      this.#failed(active);
    }
  }

  async #saved(draft, kept) {
    const how = await this.#draft.heard(draft, kept);
    this.#emit(how, how === 'late' ? { late: this.late, stored: this.#draft.stored } : this.#draft.stored);
  }

  #alive(body, sent) {
    if (this.#state !== HELD) return;
    this.fence = body.fence;
    this.since = body.since;
    this.note = body.note;
    this.#countdown.heard(body, sent);
    this.#left = false;
    this.#inbox.hear(body.requests);
    const grace = milliseconds(body.lease?.grace);
    this.#heartbeats.every = Math.min(DEFAULT_INTERVAL, grace === null ? DEFAULT_INTERVAL : grace / 3);
    this.#keep();
    this.#store();
    if (this.#heartbeats.answered()) this.#emit('reconnected', {});
    this.#tick();
  }

  #failed(active) {
    if (this.#state !== HELD) return;
    this.#active ||= active;
    if (this.#heartbeats.failed()) this.#emit('disconnected', { remaining: this.remaining });
  }

  #keep() {
    this.#client.background.keep(this.#receipt, this.#heartbeats.every, answer => this.#backgroundAnswered(answer));
  }

  async #backgroundAnswered(answer) {
    if (this.#state !== HELD) return;
    if (answer.status === 200) {
      this.#alive(answer.body, answer.sent);
    } else if (answer.status === 410 || answer.status === 404) {
      await this.#lost(this.#ending(answer.status, answer.body), null);
    } else {
      this.#failed(false);
      this.#heartbeats.soon();
    }
  }

  // --- Time ---

  #tick() {
    if (this.#state !== HELD) return;
    if (this.remaining === 0) {
      this.#expired();
      return;
    }
    const { timeLeft } = this;
    const short = timeLeft !== null && timeLeft <= this.#client.warning;
    if (short && !this.#warned) this.#emit('warning', { timeLeft });
    this.#warned = short;
    this.#emit('countdown', { timeLeft, remaining: this.remaining });
  }

  #store() {
    this.#client.stored.put(this.#receipt, {
      resource: this.resource, left: this.remaining, wall: moment().wall, unsaved: this.#draft.unsaved, ...(this.#left && { closing: true }),
    });
  }

  // --- The end ---

  #end(state) {
    this.#state = state;
    clearInterval(this.#ticking);
    this.#heartbeats.stop();
    this.#client.background.drop(this.#receipt);
    this.#client.stored.forget(this.#receipt);
    this.#inbox.hear([]);
  }

  /** Asks the server for the reason, with a short timeout: the user must not go on working. */
  async #expired() {
    if (this.#expiring) return;
    this.#expiring = true;
    await this.#client.background.settled();
    this.#expiring = false;
    if (this.#state !== HELD || this.remaining !== 0) return; // the page was busy, and background heartbeats went on
    this.#end(LOST);
    const problem = (await this.#sendText()) ?? { why: 'expired' };
    await this.#reportLoss(problem);
  }

  /** Returns why a hold is not there. The server forgets holds that it releases for a page that was left. */
  #ending(status, body) {
    const left = status === 404 && this.#left;
    return left ? { ...body, why: 'left' } : (body ?? {});
  }

  /** Sends text that the server has not seen yet: it also keeps text that arrives after the loss. */
  async #lost(problem, carried) {
    if (this.#state !== HELD || this.#handing) return; // a hand-over says by itself how it ended
    this.#end(LOST);
    const late = this.#draft.text !== null && !carried;
    await this.#reportLoss((late && (await this.#sendText())) || problem);
  }

  /** Reports the loss. Without sign-in the server does not know whose draft to report, so it is loaded here. */
  async #reportLoss({ detail: said, why = 'unknown', by = '', reason = '', at = null, draft }) {
    const kept = draft ?? (this.#draft.stored && (await this.#draft.load().catch(() => null)));
    // Without a user, all authors are one: another one may change the text.
    const promised = draft ?? (this.#client.user ? kept : null);
    const detail = this.#client.link.messages.lost({ resource: this.resource, detail: said, why, by, reason, draft: promised });
    this.#loss = { detail, why, by, reason, at, draft: kept && { revision: kept.revision, saved: kept.saved }, text: this.#draft.text };
    this.#client.tell('lost', this);
    this.#emit('lost', this.#loss);
  }

  /** Sends the text. Returns what the server reports about the loss, or null. If the server still has the hold, it is released. */
  async #sendText() {
    try {
      const draft = await this.#draft.next(true);
      const answer = await this.#client.link.post(this.#path(), { active: false, ...(draft && { draft }) }, { timeout: 1_000 });
      if (answer.status === 200) await this.#sendRelease(false);
      return answer.status === 410 ? answer.body : null;
    } catch (failure) {
      if (!(failure instanceof Unreachable)) throw failure;
      return null;
    }
  }

  async #sendRelease(discardDraft) {
    const { user, link } = this.#client;
    const body = { receipts: [this.#receipt], ...(discardDraft && { discardDraft, ...(user && { author: user }) }) };
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await link.post('v1/releases', body, { keepalive: true });
        if (answer.status === 200) return answer.body.released;
        const problem = new Problem(answer, link.messages);
        throw answer.status < 500 ? problem : new Unreachable(problem, link.messages);
      } catch (failure) {
        // Heartbeats have stopped: if the release never arrives, the lease ends the hold.
        if (attempt === MAX_ATTEMPTS || !(failure instanceof Unreachable)) throw failure;
        await new Promise(resolve => setTimeout(resolve, attempt * PAUSE));
      }
    }
  }

  /** The release found nothing: an earlier attempt succeeded and its answer got lost, or the hold had been lost. */
  async #wasLost() {
    const answer = await this.#client.link.get(`v1/holds/${encodeURIComponent(this.#receipt)}`);
    if (answer.status !== 410) return false;
    this.#state = HELD;
    await this.#lost(answer.body, null);
    return true;
  }

  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
