// Texts besides the one that is written on: shown one by one, until they are used or discarded.
import { $ } from './dom.js';
import { write, written } from './form.js';
import { ago, clock } from './times.js';
import { blank, gist } from './text.js';

export class Offers {
  #memory;
  #used; // to be called when another text was put into the form
  #texts = []; // of {text, at, from}

  constructor(memory, used, signal) {
    this.#memory = memory;
    this.#used = used;
    $('offer-use').addEventListener('click', () => this.#use(), { signal });
    $('offer-discard').addEventListener('click', () => this.#discard(), { signal });
    signal.addEventListener('abort', () => { $('offer').hidden = true; });
  }

  /** Also after the page is closed, until the player decides. */
  add({ text, at }, from = 'this browser') {
    const known = blank(text) || text === written() || this.#memory.discarded(text) || this.#texts.some(other => other.text === text);
    if (known) return;
    this.#memory.putAside({ text, at });
    this.#texts.push({ text, at, from });
    this.#show();
  }

  #show() {
    const [first] = this.#texts;
    $('offer').hidden = !first;
    if (!first) return;
    $('offer-about').textContent = `There is another text of yours, of ${clock(first.at)}, ${ago(first.at)}, from ${first.from}:`;
    $('offer-text').textContent = gist(first.text);
  }

  /** What was written takes its place, so that one can go back. */
  #use() {
    const [{ text }] = this.#texts.splice(0, 1);
    const before = written();
    write(text);
    this.#memory.takeBack(text);
    this.add({ text: before, at: Date.now() });
    this.#used();
    this.#show();
    $('content').focus();
  }

  #discard() {
    const [{ text }] = this.#texts.splice(0, 1);
    this.#memory.discard(text);
    this.#show();
    $('content').focus();
  }
}
