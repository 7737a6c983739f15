// Compose mode: writing under a hold, up to the post, or to the loss.
import { post, scenePath } from './calls.js';
import { $, paint, readOut } from './dom.js';
import { hideTimeLeft, showTimeLeft } from './drain.js';
import { asPost, write, written } from './form.js';
import { Writing } from './writing.js';

const MOST_ATTEMPTS = 3;
const PAUSE = 700;
const SOON = 3_000;
const DISCONNECTED = 'Connection lost. Your lock may expire soon.';

const pause = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));

/** The secret of the receipt, its first 16 bytes, as a UUID. */
const lockId = receipt => Array.from(
  atob(receipt.slice(0, 22).replaceAll('-', '+').replaceAll('_', '/')),
  byte => byte.charCodeAt(0).toString(16).padStart(2, '0'),
).join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/**
 * Compose mode for one character. ended(how, what) is called once: 'posted' {postId, text, after}, 'cancelled' or
 * 'lost' {loss, text, hold}; after is what the form had at the end.
 */
export class Compose {
  #sceneId;
  #hold;
  #writing;
  #ended;
  #over = new AbortController();
  #busy = false; // posting or releasing
  #loss = null; // told while a post was on its way
  #doubt = null; // a post that may have arrived: {body, text}

  constructor({ sceneId, character, hold, userId, ended }) {
    this.#sceneId = sceneId;
    this.character = character;
    this.#hold = hold;
    this.#ended = ended;
    this.#writing = new Writing(hold, userId, this.#over.signal);
  }

  /** Shows the form with what there is to go on with. */
  async begin(resumed) {
    this.#show();
    this.#listen();
    await this.#writing.begin(resumed);
    if (this.#over.signal.aborted) return;
    $('content').focus();
    $('content').setSelectionRange(-1, -1);
    $('compose').scrollIntoView({ block: 'nearest' });
  }

  #show() {
    const { name, characterId } = this.character;
    paint($('compose-avatar'), name, characterId);
    $('compose-name').textContent = name;
    $('compose-error').textContent = '';
    $('disconnected').hidden = true;
    $('compose').hidden = false;
    showTimeLeft(this.#hold.timeLeft);
  }

  #listen() {
    const { signal } = this.#over;
    const on = (name, act) => this.#hold.addEventListener(name, ({ detail }) => act(detail), { signal });
    on('countdown', ({ timeLeft }) => showTimeLeft(timeLeft));
    on('disconnected', () => this.#connected(false));
    on('reconnected', () => this.#connected(true));
    on('lost', loss => this.#lost(loss));
    $('fields').addEventListener('input', () => this.#typed(), { signal });
    $('fields').addEventListener('keydown', event => this.#key(event), { signal });
    $('cancel').addEventListener('click', () => this.cancel(), { signal });
    $('compose').addEventListener('submit', event => {
      event.preventDefault();
      this.#submit();
    }, { signal });
  }

  #connected(so) {
    // A text that comes is read out, one that was there all along is not.
    $('disconnected').textContent = so ? '' : DISCONNECTED;
    $('disconnected').hidden = so;
    if (so) readOut('Connected again.');
  }

  #typed() {
    this.#writing.typed();
    $('compose-error').textContent = '';
  }

  /** Every key is a heartbeat, also one that changes nothing. */
  #key(event) {
    this.#hold.heartbeat();
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      $('compose').requestSubmit();
    }
  }

  // --- Posting ---

  async #submit() {
    if (this.#busy || $('fields').disabled) return;
    this.#work(true);
    const text = written();
    const { receipt, fence } = this.#hold;
    const body = { lockId: lockId(receipt), characterId: this.character.characterId, fence, ...asPost(text) };
    await this.#send(body, text);
    if (!this.#over.signal.aborted) this.#work(false);
  }

  /** The same lock posts once, however often it is asked. */
  async #send(body, text) {
    for (let attempt = 1; ; attempt++) {
      try {
        const { postId } = await post(scenePath(this.#sceneId, '/posts'), body);
        this.#finish('posted', { postId, text });
        return;
      } catch (trouble) {
        const away = trouble.status === 0 || trouble.status >= 500;
        if (!away || attempt === MOST_ATTEMPTS) {
          this.#failed(trouble, away, { body, text });
          return;
        }
        await pause(attempt * PAUSE);
      }
    }
  }

  #failed(trouble, away, sent) {
    if (trouble.status === 410 || this.#loss) {
      this.#lostFor(this.#loss ?? { detail: trouble.message, why: trouble.body.why ?? '', reason: '' });
    } else if (away) {
      this.#doubt = sent;
      $('compose-error').textContent = `${trouble.message} What you wrote is kept; press Post again.`;
    } else {
      $('compose-error').textContent = trouble.message;
    }
  }

  // --- Leaving ---

  /** Releases the post and keeps the draft. */
  async cancel() {
    if (this.#busy) return;
    this.#work(true);
    try {
      if (await this.#hold.release()) {
        this.#finish('cancelled', {});
      } else {
        this.#lostFor(this.#loss ?? this.#hold.loss);
      }
    } catch (failure) {
      if (this.#hold.state === 'held') {
        $('compose-error').textContent = `${failure.message} You still have the post, and what you wrote is kept here.`;
      } else {
        this.#finish('cancelled', {});
      }
    }
    if (!this.#over.signal.aborted) this.#work(false);
  }

  /** As cancelling, but the page goes elsewhere whatever the server says: then it is released as soon as that answers. */
  async leave() {
    await this.cancel();
    this.#finish('cancelled', {});
    this.#giveBack();
  }

  async #giveBack() {
    while (this.#hold.state === 'held' && !(await this.#hold.release().catch(() => false))) await pause(SOON);
  }

  // --- Losing it ---

  /** The channel says that the hold was taken away; who and why comes with the hold's own news. */
  forced(words, reason) {
    this.#lost({ detail: words, why: 'forced', reason });
  }

  async #lost(loss) {
    this.#loss = loss;
    if (this.#busy) return; // what becomes of the post decides
    if (this.#doubt) {
      // It may have been lost by posting it.
      this.#work(true);
      await this.#send(this.#doubt.body, this.#doubt.text);
    } else {
      this.#lostFor(loss);
    }
  }

  #lostFor(loss) {
    this.#finish('lost', { loss, text: this.#writing.lost(), hold: this.#hold });
  }

  #work(so) {
    this.#busy = so;
    $('compose').setAttribute('aria-busy', String(so));
    $('submit').disabled = $('cancel').disabled = so;
    $('content').readOnly = so;
  }

  #finish(how, what) {
    if (this.#over.signal.aborted) return;
    const after = written();
    this.#over.abort();
    if (how === 'posted') {
      this.#writing.done();
      this.#hold.release({ discardDraft: true }).catch(() => {}); // it is gone already; now it knows
    }
    this.#work(false);
    hideTimeLeft();
    $('compose').hidden = true;
    write(null);
    this.#ended(how, { ...what, after });
  }
}
