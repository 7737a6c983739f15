// The text of a post while it is written: what it began with, what it grew from, and where it is kept. It is never only in the page.
import { $, say } from './dom.js';
import { fit, write, written } from './form.js';
import { Memory } from './memory.js';
import { notice, unnotice } from './notices.js';
import { Offers } from './offers.js';
import { mark, settle } from './text.js';
import { ago, clock, now } from './times.js';

const LONGEST_LINE = 300;
const PAUSE = 700;

export class Writing {
  #hold;
  #memory;
  #offers;
  #over;
  #ready = false; // whether what there was is in the form
  #line = []; // marks of what the text grew from
  #stored = null; // what the server said last that it has

  /** Until over, a signal, is aborted. */
  constructor(hold, userId, over) {
    this.#hold = hold;
    this.#over = over;
    this.#memory = new Memory(userId, hold.resource);
    this.#offers = new Offers(this.#memory, () => this.typed(), over);
    hold.addEventListener('saved', ({ detail }) => this.#saved(detail), { signal: over });
    hold.addEventListener('late', ({ detail: { stored } }) => this.#offer(stored), { signal: over });
    hold.addEventListener('refused', ({ detail }) => say($('draft-state'), `${detail.detail} It is kept in this browser.`), { signal: over });
  }

  /** Puts into the form what there is to go on with. resumed: after a reload, where the player need not be told what they just saw. */
  async begin(resumed) {
    $('fields').disabled = true;
    write(null);
    say($('draft-state'), 'Looking for your draft…');
    const draft = await this.#load();
    if (this.#over.aborted) return;
    const { typed } = this.#memory;
    const { text, from, other } = settle(draft, typed);
    write(text);
    say($('draft-state'), '');
    this.#stored = draft?.saved ? draft.text : null;
    this.#line = [...(from === 'typed' ? typed.line : []), mark(written())];
    if (other) this.#offers.add(other);
    this.#memory.forget();
    this.#memory.aside.forEach(aside => this.#offers.add(aside));
    if (this.#hold.late) this.#offer(this.#hold.late);
    if (from === 'typed') this.typed();
    if (!(resumed && from === 'draft')) tellOf(from, draft, typed);
    this.#ready = true;
    $('fields').disabled = false;
  }

  /** Writing begins when it is known what there is: it would take the place of a draft that the player never saw. */
  async #load() {
    while (!this.#over.aborted) {
      try {
        return await this.#hold.draft();
      } catch {
        say($('draft-state'), 'Your draft cannot be loaded yet; trying again.');
        await new Promise(resolve => setTimeout(resolve, PAUSE));
      }
    }
    return null;
  }

  #offer({ text, saved }) {
    this.#offers.add({ text, at: Date.parse(saved) }, 'another device');
  }

  /** Something in the form is different now. */
  typed() {
    const text = written();
    this.#line = [...this.#line, mark(text)].slice(-LONGEST_LINE);
    say($('draft-state'), this.#keep(text) ? 'Not saved yet, kept in this browser.' : 'Not saved yet.');
    this.#hold.saveDraft(text);
    unnotice('restored');
    fit();
  }

  #saved({ text, saved }) {
    this.#stored = text;
    if (text !== written()) return;
    this.#memory.forget();
    say($('draft-state'), `Draft saved, ${clock(saved ? Date.parse(saved) : now())}`);
  }

  /** Keeps a text in the browser. Returns whether it is kept there. */
  #keep(text) {
    const kept = this.#memory.keep(text, this.#line);
    if (!kept) this.#memory.forget(); // rather nothing than something old
    return kept;
  }

  /** Posted: there is nothing to keep. */
  done() {
    this.#memory.forget();
  }

  /** The hold is lost: keeps what the server may not have. Returns what was written; null if nothing was. */
  lost() {
    if (!this.#ready) return this.#memory.typed?.text ?? null; // which stays as it is
    const text = written();
    if (text === this.#stored) {
      this.#memory.forget();
    } else {
      this.#keep(text);
    }
    return text;
  }
}

function tellOf(from, draft, typed) {
  const saved = draft?.saved && Date.parse(draft.saved);
  if (from === 'draft') {
    notice('restored', saved ? `Draft of ${clock(saved)}, ${ago(saved)} restored` : 'What you wrote last is restored', { kind: 'good' });
  } else if (from === 'typed') {
    const when = `${clock(typed.at)}, ${ago(typed.at)}`;
    notice('restored', `Text of ${when} restored, with what had not reached the server`, { kind: 'good' });
  }
}
