// The requests of others to hand over a lock that this tab holds.
import { Problem } from './link.js';
import { tabOwner } from './tab.js';

const keyOf = requests => requests.map(({ id, state, until }) => `${id} ${state} ${until}`).join('\n');

export class Inbox {
  #link;
  #resource;
  #changed;
  #requests = [];
  #watchers = new Set(); // of {callback, seen}
  #showing = false;

  /** changed is called with those that are new, whenever there are others than before. */
  constructor(link, resource, changed) {
    this.#link = link;
    this.#resource = resource;
    this.#changed = changed;
  }

  /** Those without a final answer. */
  get requests() {
    return this.#requests;
  }

  /** Calls back once with each request, also with those that are there already. Returns a function that stops it. */
  watch(callback) {
    const watcher = { callback, seen: new Set() };
    this.#watchers.add(watcher);
    queueMicrotask(() => this.#tell());
    return () => this.#watchers.delete(watcher);
  }

  /** Takes the list that an answer of the server has. */
  hear(requests = []) {
    const before = new Set(this.#requests.map(({ id }) => id));
    const same = keyOf(this.#requests) === keyOf(requests);
    this.#requests = requests;
    if (!same) this.#changed(requests.filter(({ id }) => !before.has(id)));
    this.#tell();
  }

  #tell() {
    for (const { callback, seen } of [...this.#watchers]) {
      for (const request of this.#requests) {
        if (seen.has(request.id)) continue;
        seen.add(request.id);
        callback(request);
      }
    }
    this.#show();
  }

  /** Tells the server that a person sees the requests: from now on the asker knows, and silence may count. */
  async #show() {
    if (this.#showing || this.#watchers.size === 0 || globalThis.document?.hidden) return;
    this.#showing = true;
    for (const { id, shown } of this.#requests) {
      if (shown === null) await this.#post('shown', { request: id }).catch(() => {}); // a later heartbeat brings it here again
    }
    this.#showing = false;
  }

  async #post(what, more) {
    const owner = encodeURIComponent(await tabOwner());
    return this.#link.post(`v1/owners/${owner}/${what}`, { resource: this.#resource, ...more });
  }

  /** Resolves to the request as it is then; to null if it has ended. */
  async answer(request, answer, { within, message } = {}) {
    const said = await this.#post('answers', { request: request.id, answer, ...(within && { within }), ...(message && { message }) });
    if (said.status === 404) return null;
    if (said.status !== 200) throw new Problem(said, this.#link.messages);
    return said.body;
  }

  async mute(muted) {
    const said = await this.#post('mute', { muted });
    if (said.status !== 200) throw new Problem(said, this.#link.messages);
    return said.body.held;
  }
}
