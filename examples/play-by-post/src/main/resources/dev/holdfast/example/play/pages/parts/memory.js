// What was typed and is not known to be on the server, kept in this browser by player and resource until it is.
import { recall, remember } from './storage.js';
import { mark } from './text.js';

const MOST_ASIDE = 5;
const MOST_DONE = 20;
const NOTHING = { typed: null, aside: [], done: [] };

export class Memory {
  #key;

  constructor(userId, resource) {
    this.#key = `play-text ${userId} ${resource}`;
  }

  #read() {
    const kept = recall(this.#key);
    return kept === null ? NOTHING : JSON.parse(kept);
  }

  #write(change) {
    const kept = { ...this.#read(), ...change };
    const nothing = kept.typed === null && kept.aside.length === 0 && kept.done.length === 0;
    return remember(this.#key, nothing ? null : JSON.stringify(kept));
  }

  /** What was typed last: {text, at, line}, where line has the marks of what it grew from; null if the server has it all. */
  get typed() {
    return this.#read().typed;
  }

  /** Texts that another one took the place of, newest first: {text, at}. */
  get aside() {
    return this.#read().aside;
  }

  keep(text, line) {
    return this.#write({ typed: { text, line, at: Date.now() } });
  }

  /** The server has it, or it was posted. */
  forget() {
    this.#write({ typed: null });
  }

  /** Keeps a text beside the one that is written on, until the player decides. */
  putAside({ text, at }) {
    const { aside, done } = this.#read();
    this.#write({
      aside: [{ text, at }, ...aside.filter(other => other.text !== text)].slice(0, MOST_ASIDE),
      done: done.filter(other => other !== mark(text)),
    });
  }

  takeBack(text) {
    this.#write({ aside: this.#read().aside.filter(other => other.text !== text) });
  }

  /** The player no longer wants it, though the server may go on keeping it. */
  discard(text) {
    this.takeBack(text);
    this.#write({ done: [mark(text), ...this.#read().done].slice(0, MOST_DONE) });
  }

  discarded(text) {
    return this.#read().done.includes(mark(text));
  }
}
