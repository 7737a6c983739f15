// Unfinished text of one resource: what is stored, what was written since, and its revisions.
import { Problem, Unreachable } from './link.js';

const path = (resource, user) => `v1/drafts/${encodeURIComponent(resource)}${user ? `?author=${encodeURIComponent(user)}` : ''}`;

/** The draft of a hold. Heartbeats carry its text; each change has a revision above all known ones. */
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
  #kept = false; // whether the server has confirmed it
  #refused = false;

  constructor(link, resource, user) {
    this.#link = link;
    this.#resource = resource;
    this.#user = user;
  }

  /** The draft that arrived with an old revision and is stored separately; null if there is none. */
  get late() {
    return this.#late;
  }

  get stored() {
    return this.#stored;
  }

  /** The text that is not known to be stored; null if all is stored. */
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

  /** Loads the stored draft, so that revisions continue from there. Throws if the server cannot be reached. */
  async load() {
    const answer = await this.#link.get(path(this.#resource, this.#user));
    if (answer.status >= 500) throw new Unreachable(new Problem(answer), this.#link.messages);
    if (answer.status === 200) {
      const { content, revision, saved, late } = answer.body;
      this.#stored = { text: content, revision, saved };
      this.#late = late && { text: late.content, revision: late.revision, saved: late.saved };
      this.#revision = Math.max(this.#revision, revision, late?.revision ?? 0);
    }
    this.#loaded = true; // without a stored draft, revisions start at 1
    return this.#stored;
  }

  /** Returns the draft for the next heartbeat; null for none. The same text is sent again with the same revision. */
  async next(again = false) {
    if (again ? this.#text === null || this.#refused : this.unsaved === null) return null;
    if (!this.#loaded) await this.load();
    return this.nextAtOnce();
  }

  /** Like next, without loading first; null while the revision is unknown. */
  nextAtOnce() {
    if (!this.#loaded || this.#text === null || this.#refused) return null;
    if (this.#sent?.content !== this.#text) {
      this.#sent = { revision: ++this.#revision, content: this.#text, ...(this.#user && { author: this.#user }) };
      this.#kept = false;
    }
    return this.#sent;
  }

  /** Records the answer to a sent draft. Resolves to how it was stored: 'saved' or 'late'. */
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

  /** Records that the text will not be stored as it is: it is too long, or drafts are not kept. */
  refused(sent) {
    if (sent.content === this.#text) this.#refused = true;
  }
}
