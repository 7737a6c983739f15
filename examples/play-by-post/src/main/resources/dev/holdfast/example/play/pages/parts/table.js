// The game master's view: everything about the posts of all players, and the way to release one.
import { characterPath, get, post, scenePath } from './calls.js';
import { $, avatar, button, fill, make, say } from './dom.js';
import { ask } from './question.js';
import { clock, left, long, now } from './times.js';

export class Table {
  #sceneId;
  #changed; // to be called when something is different now
  #gone;
  #stop = new AbortController();
  #timer = 0;

  constructor(sceneId, { changed, gone }) {
    this.#sceneId = sceneId;
    this.#changed = changed;
    this.#gone = gone;
  }

  /** Once it is known that this is the game master. */
  async begin() {
    const { signal } = this.#stop;
    $('table').hidden = false;
    $('new-character').addEventListener('submit', event => this.#add(event), { signal });
    $('delete-scene').addEventListener('click', () => this.#deleteScene(), { signal });
    this.#timer = setInterval(() => [...$('seats').children].forEach(tick), 1_000);
    const { users } = await get('users').catch(() => ({ users: [] }));
    $('character-user').replaceChildren(...users.map(({ userId, username }) => {
      const option = make('option', '', username);
      option.value = userId;
      return option;
    }));
  }

  end() {
    this.#stop.abort();
    clearInterval(this.#timer);
    $('table').hidden = true;
    $('seats').replaceChildren();
    $('table-error').textContent = '';
  }

  show(characters) {
    fill($('seats'), characters, character => character.characterId, character => this.#seat(character), (seat, character) => {
      seat.character = character;
      tick(seat);
    });
  }

  #seat(character) {
    const seat = make('li', '', avatar(character.name, character.characterId));
    const about = make('div', 'label', make('span', 'name', character.name), make('span', 'hint quiet player'));
    about.append(make('span', 'hint holder'), make('span', 'hint quiet when'));
    const release = button('Release Lock', 'danger release', () => this.#release(seat.character));
    const remove = button('×', 'plain remove', () => this.#remove(seat.character));
    remove.setAttribute('aria-label', `Remove ${character.name}`);
    seat.append(about, release, remove);
    return seat;
  }

  #release({ characterId, name, indicator }) {
    const { username = 'A player', fence } = indicator.holder ?? {}; // of the hold that the question is about, even if another player writes by then
    ask({
      title: 'Release Lock',
      about: `${username} is writing as ${name}, is told immediately, and keeps the draft.`,
      label: 'Reason, which the player is told',
      yes: 'Release Lock',
      act: async reason => {
        await post(characterPath(this.#sceneId, characterId, '/lock/force-release'), { ...(fence && { fence }), ...(reason && { reason }) });
        this.#changed();
      },
    });
  }

  #remove({ characterId, name }) {
    ask({
      title: `Remove ${name}?`,
      about: 'What was posted stays. A post that is being written ends, and its writer keeps the text in the page.',
      yes: 'Remove',
      act: async () => {
        await post(characterPath(this.#sceneId, characterId, '/delete'));
        this.#changed();
      },
    });
  }

  #deleteScene() {
    ask({
      title: 'Delete the scene?',
      about: 'All its posts, characters and drafts go with it, for all players.',
      yes: 'Delete',
      act: async () => {
        await post(scenePath(this.#sceneId, '/delete'));
        this.#gone();
      },
    });
  }

  async #add(event) {
    event.preventDefault();
    $('table-error').textContent = '';
    try {
      await post(scenePath(this.#sceneId, '/characters'), { name: $('character-name').value.trim(), userId: $('character-user').value });
      $('character-name').value = '';
      $('character-name').focus();
      this.#changed();
    } catch (trouble) {
      $('table-error').textContent = trouble.message;
    }
  }
}

function tick(seat) {
  const { character } = seat;
  const { holder } = character.indicator;
  seat.dataset.state = holder ? 'locked' : 'free';
  say(seat.querySelector('.player'), holder ? '' : (character.username ?? ''));
  say(seat.querySelector('.holder'), holder ? `${holder.username} is writing` : '');
  say(seat.querySelector('.when'), holder ? times(holder) : '');
  seat.querySelector('.release').hidden = !holder;
  seat.querySelector('.release').setAttribute('aria-label', `Release Lock, ${character.name}`);
}

function times({ acquiredAt, expiresAt }) {
  const rest = expiresAt - now();
  const end = rest > 0 ? `until ${clock(expiresAt)} (${left(rest)} left)` : 'its time is up';
  return `since ${clock(acquiredAt)} (${long(now() - acquiredAt)}), ${end}`;
}
