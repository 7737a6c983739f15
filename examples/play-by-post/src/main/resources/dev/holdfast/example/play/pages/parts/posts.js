// The story so far. What people wrote is only ever text.
import { $, avatar, make } from './dom.js';
import { clock } from './times.js';

const NEAR = 160;

const atEnd = () => document.documentElement.scrollHeight - innerHeight - scrollY < NEAR;

/** The posts of a scene in their order; each is shown once, whatever tells of it. */
export class Posts {
  #posts = new Map();
  #shown = false;
  #last = 0;

  /** The number up to which all were read. */
  get last() {
    return this.#last;
  }

  /** Takes what was read after the last. */
  read(posts) {
    this.add(posts, () => false);
    this.#last = Math.max(this.#last, ...posts.map(post => post.number));
  }

  /** Takes those that are not there yet; mine(post) says whose they are, of posts that do not say it. */
  add(posts, mine) {
    const fresh = posts.filter(post => !this.#posts.has(post.postId));
    const follow = atEnd();
    for (const post of fresh) {
      const element = show(post, post.mine ?? mine(post));
      if (this.#shown) element.classList.add('fresh');
      this.#posts.set(post.postId, post);
      const next = [...$('posts').children].find(other => Number(other.dataset.number) > post.number);
      $('posts').insertBefore(element, next ?? null);
    }
    $('no-posts').hidden = this.#posts.size > 0;
    if (fresh.length > 0) this.#look(follow);
    this.#shown = true;
  }

  get(postId) {
    return this.#posts.get(postId);
  }

  /** Whether that was posted already. */
  has(characterId, content) {
    return [...this.#posts.values()].some(post => post.characterId === characterId && post.content === content.trim());
  }

  clear() {
    this.#posts.clear();
    $('posts').replaceChildren();
    $('newer').hidden = true;
  }

  /** Readers and writers are not moved away from where they are. */
  #look(follow) {
    if (!this.#shown || (follow && $('compose').hidden)) {
      scrollTo({ top: document.documentElement.scrollHeight });
    } else if ($('compose').hidden) {
      $('newer').hidden = false;
    }
  }
}

export function startPosts() {
  $('newer').addEventListener('click', () => {
    $('posts').lastElementChild?.scrollIntoView({ block: 'center' });
    $('newer').hidden = true;
  });
  addEventListener('scroll', () => {
    if (atEnd()) $('newer').hidden = true;
  }, { passive: true });
}

const signed = number => (number > 0 ? `+${number}` : String(number).replace('-', '−'));

function show(post, mine) {
  const element = make('article', mine ? 'post mine' : 'post');
  element.dataset.number = post.number;
  const name = make('h2', 'name', post.characterName);
  const time = make('time', 'quiet', clock(post.createdAt));
  time.dateTime = new Date(post.createdAt).toISOString();
  const head = make('div', 'head', name);
  if (mine) head.append(make('span', 'badge line', 'you'));
  if (post.hidden) head.append(make('span', 'badge', 'hidden'));
  head.append(time);
  const body = make('div', 'body', head, make('p', 'content', post.content));
  const extras = make('p', 'extra');
  if (post.intention) extras.append(make('span', 'intention', make('b', '', 'Intention: '), post.intention));
  if (post.modifier !== null && post.modifier !== undefined) extras.append(make('span', 'badge modifier', signed(post.modifier)));
  if (extras.childElementCount > 0) body.append(extras);
  element.append(avatar(post.characterName, post.characterId), body);
  return element;
}
