// Unfinished text of one resource: what is stored, what was written since, and how it is numbered.
import { Problem, Unreachable } from './link.js';

const path = (resource, user) => `v1/drafts/${encodeURIComponent(resource)}${user ? `?author=${encodeURIComponent(user)}` : ''}`;

/** The draft behind a hold. Its text leaves with heartbeats, each change with a number above all that are known. */
export class Draft {
  #link;
  #resource;
  #user;
  #loaded = false;
  #stored = null; // {text, revision, saved}
  #late = null;
  #revision = 0; // the highest known
  #text = null; // as written here
  #sent = null; // {revision, content}: the text that was sent last
  #kept = false; // whether the server said that it has that
  #refused = false;

  constructor(link, resource, user) {
    this.#link = link;
    this.#resource = resource;
    this.#user = user;
  }

  /** What came with a revision that was not newer and is kept aside; null if nothing is. */
  get late() {
    return this.#late;
  }

  get stored() {
    return this.#stored;
  }

  /** What was written here and is not known to be stored; null if all is. */
  get unsaved() {
    const all = this.#text === null || (this.#kept && this.#sent.content === this.#text);
    return all || this.#refused ? null : this.#text;
  }

  get text() {
    return this.#text;
  }

  write(text) {
    this.#text = String(text);
    this.#refused = false;
  }

  /** Learns what the server has, so that numbers go on from there. Throws if it cannot be asked. */
  async load() {
    const answer = await this.#link.get(path(this.#resource, this.#user));
    if (answer.status >= 500) throw new Unreachable(new Problem(answer));
    if (answer.status === 200) {
      const { content, revision, saved, late } = answer.body;
      this.#stored = { text: content, revision, saved };
      this.#late = late && { text: late.content, revision: late.revision, saved: late.saved };
      this.#revision = Math.max(this.#revision, revision, late?.revision ?? 0);
    }
    this.#loaded = true; // where there is none, or none is kept, the numbers begin with 1
    return this.#stored;
  }

  /** What the next heartbeat is to carry; null for nothing. The same text is sent again under the same number. */
  async next(again = false) {
    if (again ? this.#text === null || this.#refused : this.unsaved === null) return null;
    if (!this.#loaded) await this.load();
    return this.nextAtOnce();
  }

  /** The same without asking first; null while the numbers are not known. */
  nextAtOnce() {
    if (!this.#loaded || this.#text === null || this.#refused) return null;
    if (this.#sent?.content !== this.#text) {
      this.#sent = { revision: ++this.#revision, content: this.#text, ...(this.#user && { author: this.#user }) };
      this.#kept = false;
    }
    return this.#sent;
  }

  /** Takes note of the answer to what was sent; resolves to how it was kept: 'saved' or 'late'. */
  async heard(sent, { revision, saved, lateRevision }) {
    this.#revision = Math.max(this.#revision, revision, lateRevision ?? 0);
    if (this.#sent === sent) this.#kept = true;
    if (lateRevision === sent.revision) {
      await this.load().catch(() => {});
      return 'late';
    }
    this.#stored = { text: sent.content, revision, saved };
    return 'saved';
  }

  /** It will never be stored as it is: too long, or none are kept. */
  refused(sent) {
    if (sent.content === this.#text) this.#refused = true;
  }
}
