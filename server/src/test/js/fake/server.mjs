// A server as far as holds and drafts go, in the words of docs/server.md. Its clock is an hour ahead of the page's.
import { Requests } from './requests.mjs';

const AHEAD = 3_600_000;
const MAX_DRAFT = 100;

const length = duration => {
  const [, minutes = 0, seconds = 0] = /^PT(?:(\d+)M)?(?:(\d+)S)?$/.exec(duration);
  return minutes * 60_000 + seconds * 1_000;
};

const problem = (status, detail, more = {}) => ({ status, body: { type: 'about:blank', status, detail, ...more } });

export class Server {
  /** What new holds are granted with. */
  lease = { absolute: null, idle: 'PT5M', grace: 'PT1M30S' };
  keepsDrafts = true;
  /** The token of the session; null where nobody signs in. */
  csrf = null;
  /** An answer that comes instead of all others, as from a proxy; null for none. */
  instead = null;
  #clock;
  #events;
  #holds = new Map(); // receipt -> hold
  #endings = new Map(); // receipt -> problem
  #drafts = new Map(); // author/resource -> draft
  #fence = 40;
  requests = new Requests(this);

  constructor(clock, events) {
    this.#clock = clock;
    this.#events = events;
  }

  get #now() {
    return this.#clock.wall + AHEAD;
  }

  #time(moment = this.#now) {
    return new Date(moment).toISOString();
  }

  answer(request) {
    const [, , kind, ...rest] = request.path.split('/');
    const name = rest.join('/');
    if (kind === 'session') return this.csrf ? { body: { csrf: this.csrf } } : problem(404, 'Nobody signs in here.');
    if (kind === 'events') return this.#events.answer(request);
    if (this.instead) return this.instead;
    if (request.method === 'POST' && this.csrf && request.headers['X-Holdfast-CSRF'] !== this.csrf) return problem(403, 'From elsewhere.');
    this.#sweep();
    if (kind === 'locks') return request.method === 'POST' ? this.#acquire(request.body) : this.#look(name);
    if (kind === 'requests') return this.requests.answer(request, rest);
    if (kind === 'owners') return this.requests.answerOwner(request, rest);
    if (kind === 'releases') return this.#release(request.body);
    if (kind === 'drafts') return this.#draft(request.query.get('author') ?? '', name);
    if (name.endsWith('/drafts')) return { body: { drafts: this.left } };
    return request.method === 'POST' ? this.#beat(name.replace(/\/heartbeat$/, ''), request.body) : this.#hold(name);
  }

  // --- Holds ---

  /** Grants what a test needs, as an acquire would. */
  grant(resource, receipt = `secret.${resource}`, owner = { id: 'tab-1' }, note = null) {
    const now = this.#now;
    const hold = { resource, receipt, fence: ++this.#fence, since: now, active: now, seen: now, lease: { ...this.lease }, owner, note };
    this.#holds.set(receipt, hold);
    this.#tell(resource);
    return this.#whole(hold);
  }

  #until({ since, active, seen, lease }) {
    const ends = [[since, lease.absolute], [active, lease.idle], [seen, lease.grace]].filter(([, limit]) => limit);
    return ends.length ? Math.min(...ends.map(([from, limit]) => from + length(limit))) : null;
  }

  #whole(hold) {
    const until = this.#until(hold);
    const { resource, receipt, fence, note, lease } = hold;
    return {
      resource, receipt, fence, note, lease, since: this.#time(hold.since), active: this.#time(hold.active), seen: this.#time(hold.seen),
      until: until && this.#time(until), remainingSeconds: until && Math.floor((until - hold.seen) / 1_000),
    };
  }

  #sweep() {
    for (const hold of [...this.#holds.values()]) {
      const until = this.#until(hold);
      if (until !== null && until <= this.#now) this.end(hold.receipt, { why: 'expired', detail: `${hold.resource} was not renewed in time.` });
    }
  }

  /** Ends a hold for that reason. */
  end(receipt, { why = 'forced', detail = 'It was taken away.', by = '', reason = '' } = {}, told = true) {
    const { resource, fence } = this.#holds.get(receipt);
    this.#holds.delete(receipt);
    this.#endings.set(receipt, { resource, detail, why, by, reason, fence, at: this.#time() });
    if (told) this.#tell(resource);
  }

  isHeld(receipt) {
    this.#sweep();
    return this.#holds.has(receipt);
  }

  #lost(receipt, draft = null) {
    const ending = this.#endings.get(receipt);
    return ending ? problem(410, ending.detail, { ...ending, draft }) : problem(404, 'There is no hold with that receipt.');
  }

  #hold(receipt) {
    const hold = this.#holds.get(receipt);
    return hold ? { body: this.#whole(hold) } : this.#lost(receipt);
  }

  /** The receipts of holds whose page said last that it is being left. */
  leaving = new Set();

  #beat(receipt, { active, draft, leaving = false }) {
    if (leaving) this.leaving.add(receipt);
    else this.leaving.delete(receipt);
    const hold = this.#holds.get(receipt);
    const resource = hold?.resource ?? this.#endings.get(receipt)?.resource;
    if (draft && draft.content.length > MAX_DRAFT) return problem(413, 'That is too long.');
    if (draft && !this.keepsDrafts) return problem(422, 'No drafts are kept here.');
    const kept = draft && resource ? this.#save(resource, draft) : null;
    if (!hold) return this.#lost(receipt, kept);
    hold.seen = this.#now;
    if (active) hold.active = this.#now;
    const requests = this.requests.to(resource);
    return { body: { ...this.#whole(hold), draft: kept, ...(requests.length && { requests }) } };
  }

  #acquire({ resources, owner, receipt, note, takeover }) {
    const receipts = resources.map(resource => `${receipt.slice(0, 32)}.${resource}`);
    const others = [...this.#holds.values()].filter(hold => resources.includes(hold.resource) && !receipts.includes(hold.receipt));
    const drafts = takeover ? others.flatMap(other => this.#leaves(other, owner, takeover)) : [];
    if (others.length && !takeover) {
      const [{ resource }] = others;
      const holders = this.#holders(others);
      const refusals = [{ resource, why: 'held', holders, retryAt: null, sentence: `${resource} is held.` }];
      return { ...problem(423, `${resource} is held.`, { why: 'held', holders, refusals, asOf: this.#time() }), headers: { 'Retry-After': '7' } };
    }
    const holds = resources.map((resource, i) => {
      const before = this.#holds.get(receipts[i]);
      return before ? this.#whole(before) : this.grant(resource, receipts[i], owner, note ?? null);
    });
    return { status: 201, body: { holds, ...(drafts.length && { drafts }) } };
  }

  /** A hold is taken over. Returns whose draft is kept. */
  #leaves({ receipt, resource, owner }, taker, reason) {
    this.end(receipt, { why: 'overridden', detail: `Your lock on ${resource} has ended: ${taker.name} took it over (${reason}).`, by: taker.name, reason });
    const draft = owner.user && this.draft(resource, owner.user);
    return draft ? [{ resource, name: owner.name, readable: this.takersRead, sentence: `The unfinished text of ${owner.name} is kept for its author.` }] : [];
  }

  /** Whether who takes over may read what others have left. */
  takersRead = false;

  /** The drafts that a takeover left. */
  left = [];

  #release({ receipts, discardDraft, author = '' }) {
    const there = receipts.filter(receipt => this.#holds.has(receipt));
    for (const receipt of there) {
      const { resource } = this.#holds.get(receipt);
      this.#holds.delete(receipt);
      if (discardDraft) this.#drafts.delete(`${author}/${resource}`);
      this.#tell(resource);
    }
    return { body: { released: there.length > 0 } };
  }

  // --- Who has what ---

  #holders(holds) {
    return holds.map(hold => ({ owner: hold.owner.id, name: hold.owner.name ?? null, fence: hold.fence, since: this.#time(hold.since) }));
  }

  /** A resource as others see it. */
  lock(resource) {
    const holds = this.holdsOf(resource);
    const requests = this.hidesRequests ? [] : this.requests.to(resource);
    return {
      resource, free: holds.length === 0, holders: this.#holders(holds), ended: [], waiting: 0, queue: [],
      ...(requests.length && { requests }), asOf: this.#time(),
    };
  }

  /** Whether others are not told of requests, as where a policy hides the holder. */
  hidesRequests = false;

  holdsOf(resource) {
    return [...this.#holds.values()].filter(hold => hold.resource === resource);
  }

  /** The present time, as it is written, or a later one. */
  time(later = 0) {
    return this.#time(this.#now + later);
  }

  /** All who listen are told of the resource. */
  changed(resource) {
    this.#tell(resource);
  }

  #look(resource) {
    const lock = this.lock(resource);
    return lock.free ? problem(404, `${resource} is free.`) : { body: lock };
  }

  #tell(resource) {
    this.#events.change(this.lock(resource));
  }

  // --- Drafts: as Draft.with of the rules ---

  /** What is kept of a resource; undefined if nothing is. */
  draft(resource, author = '') {
    return this.#drafts.get(`${author}/${resource}`);
  }

  /** Saves a text as another tab or device would. */
  save(resource, revision, content, author = '') {
    this.#save(resource, { revision, content, author });
  }

  #save(resource, { revision, content, author = '' }) {
    const key = `${author}/${resource}`;
    const before = this.#drafts.get(key);
    if (!before || revision > before.revision) {
      this.#drafts.set(key, { resource, author, revision, content, saved: this.#time(), late: before?.late ?? null });
    } else if (content !== before.content && !(before.late?.revision === revision && before.late.content === content)) {
      before.late = { revision, content, saved: this.#time() };
    }
    const kept = this.#drafts.get(key);
    return { revision: kept.revision, saved: kept.saved, lateRevision: kept.late?.revision ?? null };
  }

  #draft(author, resource) {
    const draft = this.draft(resource, author);
    return draft ? { body: draft } : problem(404, 'There is no draft.');
  }
}
