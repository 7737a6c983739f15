// Who may take which post: a button for each character of one's own, and a word on what the others do.
import { $, avatar, button, fill, make, say } from './dom.js';
import { ago, clock } from './times.js';

const TICK = 250;
const OTHER = 'Another player is currently posting';

export class Turns {
  #take;
  #coolUntil = 0; // by the clock that only runs on
  #timer = 0;
  #state = null; // {scene, me, composing, taking}

  /** take(character) is called when the player presses a button. */
  constructor(take) {
    this.#take = take;
  }

  /** Nothing can be taken for that many seconds. */
  coolDown(seconds) {
    this.#coolUntil = performance.now() + seconds * 1000;
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#label(), TICK);
    this.#label();
  }

  end() {
    clearInterval(this.#timer);
  }

  /** composing, taking: the characters that this page has, or asks for; or null. */
  show(state) {
    this.#state = state;
    const { scene, composing } = state;
    const own = scene.characters.filter(character => character.mine && character.characterId !== composing);
    fill($('characters'), own, character => character.characterId, character => this.#row(character), (row, character) => {
      row.character = character;
      say(row.querySelector('.name'), character.name);
      say(row.querySelector('.hint'), this.#hint(character));
    });
    $('characters').hidden = own.length === 0;
    this.#indicate(own);
    this.#label();
  }

  #row(character) {
    const row = make('li', '', avatar(character.name, character.characterId));
    const name = make('div', 'label', make('span', 'name'), make('span', 'hint quiet'));
    const take = button('Take Post', 'main take', () => this.#take(row.character));
    row.append(name, take);
    return row;
  }

  #mine(character) {
    const { isLocked, mine, holder } = character.indicator;
    return isLocked && (mine === true || holder?.userId === this.#state.me.userId);
  }

  /** Those whom others write as; a player is only told that there are some. */
  get #others() {
    const { scene } = this.#state;
    if (!scene.gameMaster) return scene.indicator.isLocked && !scene.indicator.mine ? [null] : [];
    return scene.characters.filter(character => character.indicator.isLocked && !this.#mine(character));
  }

  /** What keeps a character's post from being taken here: 'here', 'elsewhere', 'own', 'other'; or null. */
  #obstacle(character) {
    const { scene, composing } = this.#state;
    if (composing) return 'here';
    if (this.#mine(character)) return 'elsewhere';
    if (scene.characters.some(other => other.mine && this.#mine(other))) return 'own';
    if (character.indicator.isLocked || (scene.oneAtATime && this.#others.length > 0)) return 'other';
    return null;
  }

  #hint(character) {
    const obstacle = this.#obstacle(character);
    if (obstacle === 'elsewhere') return 'You have this post in another tab or on another device.';
    if (obstacle === 'own') return 'You are writing as another character of this scene, elsewhere.';
    if (obstacle === 'here') return 'One post at a time.';
    const saved = character.draftSavedAt;
    return saved ? `Draft of ${clock(saved)}, ${ago(saved)}` : '';
  }

  #indicate(own) {
    const { scene, composing } = this.#state;
    const others = this.#others;
    const writing = others.length > 0;
    $('indicator').dataset.state = writing ? 'locked' : 'free';
    say($('indicator-text'), writing ? this.#words(others) : composing ? '' : this.#freely(own));
    $('indicator').hidden = !writing && composing !== null;
    $('turns').hidden = $('indicator').hidden && own.length === 0;
    $('turns').dataset.state = scene.oneAtATime && writing ? 'locked' : 'free';
  }

  /** Only the game master learns names. */
  #words(others) {
    if (!this.#state.scene.gameMaster) return OTHER;
    const [first] = others;
    if (others.length > 1) return `${others.length} players are currently posting`;
    return `${first.indicator.holder?.username ?? 'A player'} is currently posting as ${first.name}`;
  }

  #freely(own) {
    if (own.length > 0) return 'No one else is posting';
    return this.#state.scene.gameMaster ? 'No one is posting' : 'You have no character in this scene';
  }

  #label() {
    if (!this.#state) return;
    const wait = Math.ceil((this.#coolUntil - performance.now()) / 1000);
    if (wait <= 0) clearInterval(this.#timer);
    for (const row of $('characters').children) {
      const { character } = row;
      const take = row.querySelector('.take');
      const taking = this.#state.taking === character.characterId;
      const blocked = this.#state.taking !== null || this.#obstacle(character) !== null;
      const text = taking ? 'Taking…' : wait > 0 && !blocked ? `Available in ${wait}s...` : 'Take Post';
      say(take, text);
      take.disabled = blocked || wait > 0;
      take.setAttribute('aria-label', `${text}, ${character.name}`);
      take.setAttribute('aria-busy', String(taking));
    }
  }
}
