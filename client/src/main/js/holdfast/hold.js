// A lock that this tab has. It lives by heartbeats; once lost it is never taken again by itself, since somebody else may have
// changed the thing meanwhile.
import { Draft } from './draft.js';
import { Heart } from './heart.js';
import { Problem, Unreachable } from './link.js';
import { Countdown, milliseconds, moment } from './time.js';

const USUAL_PING = 30_000;
const TICK = 1_000;
const MOST_ATTEMPTS = 3;
const PAUSE = 500;

const HELD = 'held';
const RELEASED = 'released';
const LOST = 'lost';

/**
 * Events: countdown (each second), warning, lost, released, disconnected, reconnected, saved, late, refused (a draft). What an
 * event is about is in its detail.
 */
export class Hold extends EventTarget {
  #client; // {link, pings, kept, user, debounce, warning, tell(what, hold)}
  #receipt;
  #state = HELD;
  #countdown = new Countdown();
  #draft;
  #loss = null;
  #heart;
  #warned = false;
  #expiring = false;
  #active = false; // whether somebody did something since the last heartbeat
  #ticking = null;

  constructor(client, resource, receipt) {
    super();
    this.#client = client;
    this.resource = resource;
    this.#receipt = receipt;
    this.#draft = new Draft(client.link, resource, client.user);
    this.#heart = new Heart({ send: options => this.#send(options), due: () => this.#due(), debounce: client.debounce });
  }

  /** Takes up what was granted just now. */
  static granted(client, granted, sent) {
    const hold = new Hold(client, granted.resource, granted.receipt);
    hold.#alive(granted, sent);
    hold.#begin();
    return hold;
  }

  /** Takes up what an earlier page of this tab held, and asks whether it still is there: see held and loss of what comes back. */
  static async resumed(client, receipt, entry) {
    const hold = new Hold(client, entry.resource, receipt);
    hold.#countdown.resumed(entry.left, entry.wall);
    if (entry.unsaved != null) hold.#draft.write(entry.unsaved);
    hold.#keep();
    await hold.#heart.beat();
    hold.#begin();
    return hold;
  }

  #begin() {
    if (this.#state === HELD) this.#ticking = setInterval(() => this.#tick(), TICK);
  }

  /** A secret, for whoever acts for the owner: it renews the hold and gives it back. */
  get receipt() {
    return this.#receipt;
  }

  /** Whether it is certain to be there now. */
  get held() {
    return this.#state === HELD && this.remaining !== 0;
  }

  /** 'held', 'released' or 'lost'. */
  get state() {
    return this.#state;
  }

  get connected() {
    return this.#heart.connected;
  }

  /** Milliseconds until it ends unless it is renewed; null if time alone never ends it. */
  get remaining() {
    return this.#countdown.remaining;
  }

  /** Milliseconds until it ends unless somebody does something, for people to see; while disconnected until it ends at all. */
  get timeLeft() {
    return this.connected ? this.#countdown.idleRemaining : this.remaining;
  }

  /** Why it was lost: {detail, why, by, reason, at, draft, text}; null unless it was. */
  get loss() {
    return this.#loss;
  }

  /** What came last with a revision that was not newer, kept aside; null if nothing is. */
  get late() {
    return this.#draft.late;
  }

  /** Says that somebody works on it. May be called at every keystroke: one heartbeat leaves at once, the next after a pause. */
  touch() {
    if (this.#state !== HELD) return;
    this.#active = true;
    this.#heart.soon();
  }

  /** Keeps that text with the next heartbeat. */
  saveDraft(text) {
    if (this.#state !== HELD) return;
    this.#draft.write(text);
    this.touch();
  }

  /** What was written last, here or anywhere: {text, revision, saved}; null if there is nothing. */
  async draft() {
    const stored = await this.#draft.load();
    const unsaved = this.#draft.unsaved;
    return unsaved === null ? stored : { text: unsaved, revision: stored?.revision ?? 0, saved: null };
  }

  /** Sends what is to be sent now, and resolves when that is answered. */
  async flush() {
    await this.#heart.quiet;
    while (this.#state === HELD && this.#due()) {
      await this.#heart.beat();
      if (this.#heart.failing) return;
    }
  }

  /**
   * Gives it back, with the draft kept unless it is to be discarded, as when it was submitted. False if it had been lost before:
   * then the draft is kept in any case. Rejects with Unreachable if the server is away: a hold with unsaved text stays held then.
   */
  async release({ discardDraft = false } = {}) {
    if (this.#state !== HELD) return this.#state === RELEASED;
    if (!discardDraft) await this.flush();
    await this.#heart.quiet;
    if (this.#state !== HELD) return false;
    // Rather still held than given back without what was written.
    if (!discardDraft && this.#draft.unsaved !== null) throw new Unreachable();
    this.#end(RELEASED);
    try {
      if (!(await this.#giveBack(discardDraft)) && (await this.#wasLost())) return false;
      this.#emit('released', {});
      return true;
    } finally {
      if (this.#state === RELEASED) this.#client.tell('released', this);
    }
  }

  // --- For the connection, not for pages ---

  /** To be called when something hints that the hold may be gone: asks, and hands in the text once more. */
  check() {
    // One that is under way may have been answered before that happened.
    this.#heart.quiet.then(() => this.#state === HELD && this.#heart.beat({ again: true }));
  }

  /** To be called when the page may go: what was written leaves now, and is kept for the page after a reload. */
  leave() {
    if (this.#state !== HELD) return;
    this.#store();
    const draft = this.#draft.unsaved === null ? null : this.#draft.nextAtOnce();
    // Beside a heartbeat under way, which may not arrive any more; it is the same text under the same number.
    if (draft) this.#client.link.post(this.#path(), { active: true, draft }, { keepalive: true }).catch(() => {});
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
      await this.#lost(body ?? {}, draft);
    } else if (draft && (status === 413 || status === 422)) {
      this.#draft.refused(draft);
      this.#active = true; // the sign of life was refused with it, so it is sent again without
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
    const grace = milliseconds(body.lease?.grace);
    this.#heart.every = Math.min(USUAL_PING, grace === null ? USUAL_PING : grace / 3);
    this.#keep();
    this.#store();
    if (this.#heart.answered()) this.#emit('reconnected', {});
    this.#tick();
  }

  #failed(active) {
    if (this.#state !== HELD) return;
    this.#active ||= active;
    if (this.#heart.failed()) this.#emit('disconnected', { remaining: this.remaining });
  }

  #keep() {
    this.#client.pings.keep(this.#receipt, this.#heart.every, answer => this.#pinged(answer));
  }

  async #pinged(answer) {
    if (this.#state !== HELD) return;
    if (answer.status === 200) {
      this.#alive(answer.body, answer.sent);
    } else if (answer.status === 410 || answer.status === 404) {
      await this.#lost(answer.body ?? {}, null);
    } else {
      this.#failed(false);
      this.#heart.soon();
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
    this.#client.kept.put(this.#receipt, {
      resource: this.resource, left: this.remaining, wall: moment().wall, unsaved: this.#draft.unsaved,
    });
  }

  // --- The end ---

  #end(state) {
    this.#state = state;
    clearInterval(this.#ticking);
    this.#heart.stop();
    this.#client.pings.drop(this.#receipt);
    this.#client.kept.forget(this.#receipt);
  }

  /** The server is asked what it knows, but not for long: nobody may go on working. */
  async #expired() {
    if (this.#expiring) return;
    this.#expiring = true;
    await this.#client.pings.settled();
    this.#expiring = false;
    if (this.#state !== HELD || this.remaining !== 0) return; // the page was busy, and pings went on
    this.#end(LOST);
    const problem = (await this.#handIn()) ?? { detail: `${this.resource} was lost: its time is up.`, why: 'expired' };
    await this.#mourn(problem);
  }

  /** Text that did not come with the question is handed in now: the server keeps what comes after the loss, too. */
  async #lost(problem, carried) {
    if (this.#state !== HELD) return;
    this.#end(LOST);
    const late = this.#draft.text !== null && !carried;
    await this.#mourn((late && (await this.#handIn())) || problem);
  }

  /** Where nobody signs in, the server cannot know whose draft it should speak of. */
  async #mourn({ detail, why = 'unknown', by = '', reason = '', at = null, draft }) {
    const kept = draft ?? (this.#draft.stored && (await this.#draft.load().catch(() => null)));
    this.#loss = { detail, why, by, reason, at, draft: kept && { revision: kept.revision, saved: kept.saved }, text: this.#draft.text };
    this.#client.tell('lost', this);
    this.#emit('lost', this.#loss);
  }

  /** What the server says of the loss; null if it says nothing. If it knows of none yet, it is made true there. */
  async #handIn() {
    try {
      const draft = await this.#draft.next(true);
      const answer = await this.#client.link.post(this.#path(), { active: false, ...(draft && { draft }) }, { timeout: 1_000 });
      if (answer.status === 200) await this.#giveBack(false);
      return answer.status === 410 ? answer.body : null;
    } catch (failure) {
      if (!(failure instanceof Unreachable)) throw failure;
      return null;
    }
  }

  async #giveBack(discardDraft) {
    const { user, link } = this.#client;
    const body = { receipts: [this.#receipt], ...(discardDraft && { discardDraft, ...(user && { author: user }) }) };
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await link.post('v1/releases', body, { keepalive: true });
        if (answer.status === 200) return answer.body.released;
        throw answer.status < 500 ? new Problem(answer) : new Unreachable(new Problem(answer));
      } catch (failure) {
        // Nobody pings any more: if it never arrives, the lease ends it.
        if (attempt === MOST_ATTEMPTS || !(failure instanceof Unreachable)) throw failure;
        await new Promise(resolve => setTimeout(resolve, attempt * PAUSE));
      }
    }
  }

  /** Not given back by us: by an attempt whose answer got lost, or lost before. */
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
