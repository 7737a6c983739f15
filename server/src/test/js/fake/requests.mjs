// Requests to holders at the server of fake/server.mjs.

const problem = (status, detail, more = {}) => ({ status, body: { type: 'about:blank', status, detail, ...more } });
const ENDED = ['declined', 'handed', 'withdrawn', 'lapsed'];

export class Requests {
  /** Why no request is made now; null if one is. */
  refuses = null;
  #server;
  #all = []; // of {request, receipt, owner}
  #count = 0;

  constructor(server) {
    this.#server = server;
  }

  /** Those to the holders of a resource that have no final answer. */
  to(resource) {
    return this.#all.map(({ request }) => request).filter(request => request.resource === resource && !ENDED.includes(request.state));
  }

  /** Somebody asks whoever holds the resource. */
  ask(resource, { owner = { id: 'other', name: 'Ben' }, message = '', receipt = `asking.${resource}` } = {}) {
    const made = this.#server.holdsOf(resource).map(hold => ({
      id: String(++this.#count).padStart(32, '0'), resource, state: 'open', asker: owner.name ?? owner.id, askerOwner: owner.id,
      holder: hold.owner.name ?? hold.owner.id, holderOwner: hold.owner.id, fence: hold.fence, message, asked: this.#server.time(),
      shown: null, until: null, reply: '', ended: null,
    }));
    made.forEach(request => this.#all.push({ request, receipt, owner }));
    this.#server.changed(resource);
    return made;
  }

  /** Changes a request, as its holder or time would. */
  change(request, changes) {
    Object.assign(request, changes);
    this.#server.changed(request.resource);
  }

  /** The holder hands over: its hold ends, and the asker has one under its receipt. */
  hand(request, reply = '') {
    const { receipt, owner } = this.#all.find(one => one.request === request);
    const hold = this.#server.holdsOf(request.resource).find(one => one.owner.id === request.holderOwner);
    Object.assign(request, { state: 'handed', reply, ended: this.#server.time() });
    this.#server.end(hold.receipt, { why: 'yielded', detail: 'It was handed over.', by: request.asker }, false);
    this.#server.grant(request.resource, receipt, owner);
  }

  answer({ method, body }, rest) {
    if (method === 'POST') {
      if (this.refuses) return problem(409, `Not asked: ${this.refuses}.`, { why: this.refuses });
      const known = this.#all.filter(({ receipt }) => receipt === body.receipt).map(({ request }) => request);
      const requests = known.length ? known : this.ask(body.resource, body);
      return { status: 201, body: { receipt: body.receipt, requests: structuredClone(requests), unreachable: 0, sentence: 'Asked.' } };
    }
    const mine = this.#all.filter(({ receipt }) => receipt === rest.join('/')).map(({ request }) => request);
    if (method === 'GET') return { body: { requests: structuredClone(mine) } };
    const open = mine.filter(({ state }) => !ENDED.includes(state));
    open.forEach(request => this.change(request, { state: 'withdrawn', ended: this.#server.time() }));
    return { body: { withdrawn: open.length > 0 } };
  }

  answerOwner({ body }, [owner, what]) {
    const mine = this.to(body.resource).filter(({ holderOwner }) => holderOwner === owner);
    if (what === 'shown') mine.filter(({ id }) => id === body.request).forEach(request => this.change(request, { shown: this.#server.time() }));
    if (what !== 'answers') return { body: { held: true } };
    const request = mine.find(({ id }) => id === body.request);
    if (!request) return problem(404, 'This request has ended.');
    if (body.answer === 'now') this.hand(request, body.message);
    else if (body.answer === 'in') this.change(request, { state: 'promised', until: this.#server.time(600_000), reply: body.message ?? '' });
    else this.change(request, { state: 'declined', reply: body.message ?? '', ended: this.#server.time() });
    return { body: structuredClone(request) };
  }
}
