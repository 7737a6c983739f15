// One scene: its posts, whose turn it is, and what this page writes in it.
import { get, scenePath } from './calls.js';
import { listen } from './channel.js';
import { Compose } from './compose.js';
import { $, readOut } from './dom.js';
import { Memory } from './memory.js';
import { clearNotices, notice, unnotice } from './notices.js';
import { Posts } from './posts.js';
import { closeQuestion } from './question.js';
import { Table } from './table.js';
import { parse } from './text.js';
import { hearTime } from './times.js';
import { Turns } from './turns.js';

const COOL_DOWN = 5;
const RELEASED = 'GM has released your compose lock';
const REREAD = 15_000;
const AGAIN = 1_500;
const TIMES = 8;
const SCENE_OVER = 'The scene is over: its game master deleted it';
const NO_PART = 'The game master removed your character from the scene';

/** A scene on the page, from open to close. */
export class Scene {
  #id;
  #me;
  #holdfast;
  #connection; // tells 'live', or 'broken' and since when
  #scene = null;
  #posts = new Posts();
  #turns = new Turns(character => this.#take(character));
  #table = null;
  #compose = null;
  #kept = null; // what was written when the last post was lost: the character, and text
  #gone = false; // whether that can be posted no more, and the writer knows
  #taking = null;
  #stop = null; // ends listening
  #reading = null;
  #again = false;
  #timer = 0;
  #closed = false;

  constructor({ id, me, holdfast, connection }) {
    this.#id = id;
    this.#me = me;
    this.#holdfast = holdfast;
    this.#connection = connection;
  }

  /** Shows it, and goes on with what the page before a reload had. Rejects if there is no such scene for us. */
  async open(before) {
    await this.#read();
    if (this.#closed) return;
    $('scene').hidden = false;
    document.title = `${this.#scene.title} – Play by post`;
    this.#follow();
    // Renewals are not told; a game master wants to see how long a post may still take.
    this.#timer = setInterval(() => this.#scene.gameMaster && !document.hidden && this.#refresh(), REREAD);
    await Promise.all(before.map(hold => this.#resume(hold)));
  }

  /** Leaves it: what is being written is released, and its draft kept. */
  async close() {
    this.#closed = true;
    this.#stop?.();
    clearInterval(this.#timer);
    await this.#compose?.leave();
    if (this.#gone) new Memory(this.#me.userId, this.#kept.resource).forget(); // nothing asks for it any more
    this.#turns.end();
    this.#table?.end();
    this.#posts.clear();
    clearNotices();
    closeQuestion();
    $('characters').replaceChildren();
    $('compose').hidden = true;
    $('scene').hidden = true;
  }

  // --- What is known ---

  #follow() {
    this.#stop = listen(this.#scene.channel, {
      ready: () => {
        this.#connection('live');
        this.#refresh();
      },
      heard: (kind, data) => this.#heard(kind, data),
      broken: since => this.#connection('broken', since),
      busy: () => this.#compose !== null,
    });
  }

  #heard(kind, data) {
    if (kind === 'post_created') this.#posts.add([data.post], post => this.#own(post.characterId));
    if (kind === 'lock_force_released' && data.characterId === this.#compose?.character.characterId) this.#compose.forced(data.message, data.reason ?? '');
    this.#refresh();
  }

  #own(characterId) {
    return this.#scene.characters.some(character => character.mine && character.characterId === characterId);
  }

  async #read() {
    const scene = await get(scenePath(this.#id, this.#posts.last ? `?after=${this.#posts.last}` : ''));
    if (this.#closed) return;
    this.#scene = scene;
    hearTime(scene.now);
    if (scene.gameMaster && !this.#table) {
      this.#table = new Table(this.#id, { changed: () => this.#refresh(), gone: () => { location.hash = ''; } });
      await this.#table.begin();
    }
    this.#posts.read(scene.posts);
    this.#turns.coolDown(scene.coolDownSeconds);
    this.#show();
    if (this.#kept && !this.#own(this.#kept.characterId)) this.#tellGone(NO_PART);
  }

  /** Reads it again; several wishes at the same time are one. */
  async #refresh() {
    if (this.#reading) {
      this.#again = true;
      return this.#reading;
    }
    this.#reading = this.#readOn();
    await this.#reading;
    this.#reading = null;
  }

  async #readOn() {
    do {
      this.#again = false;
      await this.#read().catch(trouble => {
        if (trouble.status === 404) this.#over(SCENE_OVER);
        if (trouble.status === 403) this.#over(NO_PART);
      });
    } while (this.#again && !this.#closed);
  }

  /** The scene is deleted, or the user may not see it any more. A text in the making stays on the page until the user leaves it. */
  #over(words) {
    this.#compose?.forced(words, '');
    if (this.#compose) return; // a post on its way decides; then this is asked again
    if (!this.#kept) {
      location.hash = '';
      return;
    }
    this.#stop?.();
    clearInterval(this.#timer);
    $('turns').hidden = true;
    this.#tellGone(words);
  }

  #show() {
    const { title, gameMaster, oneAtATime, characters } = this.#scene;
    $('scene-title').textContent = title;
    $('scene-about').textContent = [gameMaster && 'You are the game master', oneAtATime && 'One at a time'].filter(Boolean).join(' · ');
    this.#turns.show({
      scene: this.#scene, me: this.#me, composing: this.#compose?.character.characterId ?? null, taking: this.#taking,
    });
    this.#table?.show(characters);
  }

  // --- Taking a post ---

  async #take(character) {
    if (this.#taking || this.#compose) return;
    this.#taking = character.characterId;
    unnotice('refused');
    this.#show();
    try {
      const hold = await this.#holdfast.acquire(character.resource);
      this.#taking = null;
      if (this.#closed) {
        await hold.release();
      } else {
        await this.#begin(character, hold, false);
      }
    } catch (refusal) {
      this.#taking = null;
      await this.#refused(refusal);
    }
  }

  async #begin(character, hold, resumed) {
    clearNotices();
    this.#kept = null;
    this.#gone = false;
    this.#forgetPosted(character);
    this.#compose = new Compose({
      sceneId: this.#id, character, hold, userId: this.#me.userId, ended: (how, what) => this.#ended(character, how, what),
    });
    this.#show();
    await this.#compose.begin(resumed);
    this.#refresh();
  }

  /** A post whose answer never came is no text that is still to be posted. */
  #forgetPosted({ characterId, resource }) {
    const memory = new Memory(this.#me.userId, resource);
    const content = memory.typed && parse(memory.typed.text).content;
    if (content && this.#posts.has(characterId, content)) memory.forget();
  }

  async #resume(hold) {
    const character = this.#scene.characters.find(one => one.mine && one.resource === hold.resource);
    if (!character) {
      await hold.release().catch(() => {}); // of a scene that was left
    } else if (hold.held) {
      await this.#begin(character, hold, true);
    } else if (hold.loss) {
      this.#tellLoss(hold.loss, hold.loss.text);
    }
  }

  async #refused(refusal) {
    if (refusal.status === 429) {
      this.#turns.coolDown(refusal.retryAfter ?? COOL_DOWN);
      this.#show();
      return;
    }
    await this.#refresh();
    if (this.#closed) return;
    this.#show();
    const own = this.#scene.characters.some(one => one.mine && one.indicator.isLocked && (one.indicator.mine || one.indicator.holder?.userId === this.#me.userId));
    const words = refusal.status !== 423 && refusal.status !== 409 ? refusal.message
      : own ? 'You already have a post of this scene, in another tab or on another device' : 'Another player is currently posting';
    notice('refused', words, { kind: 'bad', focus: true });
    if (refusal.status === 410) location.reload(); // this tab's session was ended; the next page is a new one
  }

  // --- The end of writing ---

  #ended(character, how, what) {
    this.#compose = null;
    clearNotices();
    if (how === 'posted') {
      this.#posted(character, what);
    } else if (how === 'cancelled') {
      this.#turns.coolDown(COOL_DOWN);
      if (!this.#closed) notice('left', `You left the post of ${character.name}.`, { more: 'Your draft is kept.', focus: true });
    } else {
      this.#kept = { ...character, text: what.text };
      this.#gone = false;
      this.#tellLoss(what.loss, what.text);
      this.#askAgain(TIMES);
      // The channel may be faster than the hold, which knows why.
      what.hold.addEventListener('lost', ({ detail }) => !this.#closed && !this.#compose && !this.#gone && this.#tellLoss(detail, what.text));
    }
    if (this.#closed) return;
    this.#show();
    this.#refresh().then(() => how === 'lost' && this.#arrived(character, what.text));
  }

  /** Who ends a scene releases its locks first: what is read right after a loss may still have the scene. */
  #askAgain(times) {
    if (times === 0) return;
    setTimeout(() => {
      if (this.#closed || this.#compose || this.#gone) return;
      this.#refresh().then(() => this.#askAgain(times - 1));
    }, AGAIN);
  }

  /** Lost by posting it: the post is there, only its answer never came. */
  #arrived(character, text) {
    if (text === null || !this.#posts.has(character.characterId, parse(text).content)) return;
    this.#forgetPosted(character);
    unnotice('lost');
    readOut('Posted.');
  }

  async #posted({ resource }, { postId, text, after }) {
    readOut('Posted.');
    await this.#refresh();
    const post = this.#posts.get(postId);
    if (this.#closed || !post) return;
    if (after !== text || post.content !== parse(text).content.trim()) {
      // An earlier try had arrived after all, with what was written then.
      new Memory(this.#me.userId, resource).putAside({ text: after, at: Date.now() });
      notice('left', 'What you wrote first is posted.', { more: 'What you wrote afterwards is kept.', text: after });
    }
    $('turns').focus({ preventScroll: true });
  }

  /** There is nothing to go on with: the draft went with the character. The text is shown, to be copied or saved. */
  #tellGone(words) {
    if (this.#gone) return;
    this.#gone = true;
    const { text } = this.#kept;
    const more = text === null ? '' : 'The draft is gone with it; what you wrote is below, to copy or save.';
    notice('lost', `${words}.`, { kind: 'bad', more, text, focus: true, open: true });
  }

  #tellLoss({ why, reason }, text) {
    const words = why === 'forced' ? `${RELEASED}${reason ? `: ${reason}` : ''}`
      : why === 'released' ? 'Your lock was released elsewhere' : 'Your lock has expired';
    notice('lost', `${words}.`, { kind: 'bad', more: 'What you wrote is kept: take the post to go on.', text, focus: true });
  }
}
