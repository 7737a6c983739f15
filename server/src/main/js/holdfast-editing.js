// <holdfast-editing resource="policy/12345">: shows who is editing the resource, live, and lets people ask for it and answer. Input of
// others is only shown as text.
import { connect, english } from './holdfast.js';
import { Conversation, conversationStyle } from './holdfast/conversation.js';
import { toAsker, toHolder } from './holdfast/requests.js';
import { shownName } from './holdfast/names.js';

const REFRESH = 20_000;
const SHORT = 60_000;
const VERY_SHORT = 10_000;

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  :host { display: inline-grid; grid-template-columns: auto 1fr; gap: .15rem .5rem; align-items: center; min-width: 14rem; font-size: .9rem;
    --free: light-dark(#0f766e, #4fd1c0); --busy: light-dark(#92400e, #f6c667); --short: light-dark(#b42318, #ff9d92); }
  :host([hidden]) { display: none; }
  .dot { width: .6em; height: .6em; border-radius: 50%; background: light-dark(#566573, #9fb0bf); }
  :host([data-state=free]) .dot, :host([data-state=you]) .dot { background: var(--free); }
  :host([data-state=held]) .dot { background: var(--busy); }
  .who { font-weight: 600; overflow-wrap: anywhere; }
  .when { grid-column: 2; color: color-mix(in srgb, currentColor 78%, transparent); font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
  progress { grid-column: 1 / -1; width: 100%; height: 4px; border: 0; border-radius: 2px; overflow: hidden; appearance: none;
    background: light-dark(#dfe3e6, #2c3945); color: var(--free); }
  progress::-webkit-progress-bar { background: transparent; }
  progress::-webkit-progress-value { background: currentColor; }
  progress::-moz-progress-bar { background: currentColor; }
  :host([data-left=short]) progress { color: var(--busy); }
  :host([data-left=ending]) progress { color: var(--short); }
  @media (prefers-reduced-motion: no-preference) {
    :host([data-left=ending]) progress { animation: pulse 1s ease-in-out infinite; }
    @keyframes pulse { 50% { opacity: .35; } }
  }
  ${conversationStyle}
  [hidden] { display: none !important; }
`);

const make = (tag, className) => {
  const element = document.createElement(tag);
  element.className = className;
  return element;
};

const shared = new Map(); // server -> connection, for all elements without their own

function connection(server) {
  if (!shared.has(server)) shared.set(server, connect({ server }));
  return shared.get(server);
}

/**
 * Attributes: resource; server (the page's own by default); unnamed (shown for a holder without a name); ask (lets people ask the
 * holder); losses (tells of a loss, and what a takeover did to texts); notify (offers notifications of the browser). Property: holdfast, a connection to use instead. The attribute data-state is
 * unknown, free, held or you, for the style sheet of the page. Event granted: {hold}, after a request was granted.
 */
export class HoldfastEditing extends HTMLElement {
  static observedAttributes = ['resource', 'server', 'unnamed', 'ask', 'losses', 'notify'];

  #holdfast = null;
  #lock = null;
  #owner = null;
  #skew = 0; // the store's clock minus ours
  #stop = null;
  #who = make('span', 'who');
  #when = make('span', 'when');
  #bar = make('progress', 'left');
  #talk = new Conversation(() => this.#converse());
  #asking = null;
  #shownFor = null; // the hold whose requests we show, and how to stop that
  #over = null; // the hold whose loss is told
  #read = new WeakSet(); // holds of which the person has read what a takeover did

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    const dot = make('span', 'dot');
    dot.setAttribute('aria-hidden', 'true');
    // A screen reader announces only changes of the holder, not the time left.
    this.#who.setAttribute('role', 'status');
    this.#who.setAttribute('aria-live', 'polite');
    root.append(dot, this.#who, this.#when, this.#bar, this.#talk.element);
  }

  get holdfast() {
    return this.#holdfast ?? connection(this.getAttribute('server') ?? '/');
  }

  set holdfast(holdfast) {
    this.#holdfast = holdfast;
    this.#restart();
  }

  get #messages() {
    return this.holdfast.messages ?? english;
  }

  connectedCallback() {
    this.#restart();
  }

  disconnectedCallback() {
    this.#stop?.();
    this.#stop = null;
  }

  attributeChangedCallback() {
    if (this.isConnected) this.#restart();
  }

  #restart() {
    this.#stop?.();
    this.#stop = null;
    this.#lock = null;
    this.#asking = null;
    this.#over = null;
    this.#show();
    this.#bar.setAttribute('aria-label', this.#messages.timeLeft());
    const resource = this.getAttribute('resource');
    if (this.isConnected && resource) this.#stop = this.#follow(this.holdfast, resource);
  }

  /** Follows events and messages of other tabs. Also looks from time to time, since renewals are not reported. */
  #follow(holdfast, resource) {
    const ended = new AbortController();
    const look = () => holdfast.look(resource).then(lock => ended.signal.aborted || this.#take(lock), () => {});
    const unwatch = holdfast.watch(resource, lock => lock.resource === resource && this.#take(lock), () => this.#lock ?? this.#take(null));
    for (const what of ['acquired', 'released', 'lost']) {
      holdfast.addEventListener(what, ({ detail }) => detail.resource === resource && look(), { signal: ended.signal });
    }
    holdfast.addEventListener('requests', ({ detail }) => detail.resource === resource && this.#converse(), { signal: ended.signal });
    const looking = setInterval(() => this.#lock?.holders.length && !document.hidden && look(), REFRESH);
    const ticking = setInterval(() => this.#tick(), 1_000);
    holdfast.owner.then(owner => {
      this.#owner = owner;
      this.#show();
    });
    return () => {
      unwatch();
      ended.abort();
      clearInterval(looking);
      clearInterval(ticking);
      this.#watch(null);
    };
  }

  #take(lock) {
    if (lock?.asOf && this.#lock?.asOf && Date.parse(lock.asOf) < Date.parse(this.#lock.asOf)) return; // overtaken
    this.#lock = lock ?? { holders: [] };
    if (lock?.asOf) this.#skew = Date.parse(lock.asOf) - Date.now();
    this.#show();
  }

  #show() {
    const holders = this.#lock?.holders ?? [];
    const yours = holders.some(holder => holder.owner !== null && holder.owner === this.#owner);
    const state = this.#lock === null ? 'unknown' : holders.length === 0 ? 'free' : yours ? 'you' : 'held';
    this.dataset.state = state;
    const text = state === 'unknown' ? '…' : state === 'free' ? this.#messages.free() : this.#sentence(holders, yours);
    // Setting the same text would announce it again.
    if (this.#who.textContent !== text) this.#who.textContent = text;
    this.#tick();
  }

  #sentence(holders, yours) {
    const others = holders.filter(holder => holder.owner === null || holder.owner !== this.#owner);
    const messages = this.#messages;
    const names = others.map(holder => (holder.name ? shownName(holder.name) : this.getAttribute('unnamed') ?? messages.unnamed()));
    const all = yours ? [messages.you(), ...names] : names;
    const shown = all.length > 3 ? [...all.slice(0, 2), messages.others(all.length - 2)] : all;
    const list = shown.length === 1 ? shown[0] : messages.and(shown.slice(0, -1), shown.at(-1));
    return messages.editing(list, all.length === 1 && !yours);
  }

  /** Shows the requests to the hold of this tab. Only then the asker learns that they were shown. */
  #watch(hold) {
    if (this.#shownFor?.hold === hold) return;
    this.#over = hold ? null : this.#shownFor?.hold ?? this.#over;
    this.#shownFor?.stop();
    this.#shownFor = hold && { hold, stop: hold.onRequest(() => this.#converse()) };
  }

  #converse() {
    const { holdfast } = this;
    const messages = this.#messages;
    const resource = this.getAttribute('resource');
    const hold = (this.isConnected && holdfast.holds?.find(one => one.resource === resource && one.held)) || null;
    this.#watch(hold);
    if (hold) this.#asking = null;
    const mayAsk = this.hasAttribute('ask') && holdfast.ask && (this.#asking || this.dataset.state === 'held');
    const talk = hold?.requests.length ? toHolder(hold, messages)
      : mayAsk && !hold ? toAsker(this.#asking, message => this.#ask(message), messages)
        : { says: '', actions: [] };
    const { says, actions } = talk.says || !this.hasAttribute('losses') ? talk : this.#afterTakeover(hold ?? this.#over, talk.actions);
    const offered = this.hasAttribute('notify') && globalThis.Notification && (hold || this.#asking);
    const label = holdfast.notifies ? messages.notifyNoMore : messages.notify;
    const choice = offered ? [{ key: 'notify', label: label?.() ?? '', run: () => holdfast.notify(!holdfast.notifies) }] : [];
    this.#talk.show(messages.requests?.() ?? '', says, [...actions, ...choice]);
  }

  /** What a takeover did to texts, until the person has read it: for who has the lock now, and for who lost it. */
  #afterTakeover(hold, actions) {
    const messages = this.#messages;
    const told = hold && !this.#read.has(hold);
    const kept = told && hold.held ? hold.kept ?? [] : [];
    const says = told && hold.loss ? hold.loss.detail : kept.map(one => messages.kept?.(one) ?? one.sentence).join(' ');
    const read = { key: 'read', label: messages.understood?.() ?? 'OK', run: () => this.#read.add(hold) };
    return { says, actions: says ? [...actions, read] : actions };
  }

  async #ask(message) {
    const asking = await this.holdfast.ask(this.getAttribute('resource'), { message });
    this.#asking = asking;
    asking.addEventListener('answer', () => this.#converse());
    asking.hold.then(hold => {
      if (hold) this.dispatchEvent(new CustomEvent('granted', { detail: { hold }, bubbles: true, composed: true }));
    });
  }

  #tick() {
    this.#converse();
    const now = Date.now() + this.#skew;
    const known = (this.#lock?.holders ?? []).filter(holder => holder.since);
    const since = known.length ? Math.min(...known.map(holder => Date.parse(holder.since))) : null;
    const ends = known.filter(holder => holder.until);
    const end = ends.length ? Math.max(...ends.map(holder => Date.parse(holder.until))) : null;
    const begin = ends.length ? Math.max(...ends.map(holder => Date.parse(holder.seen))) : 0;
    const messages = this.#messages;
    const clock = time => new Date(time).toLocaleTimeString(messages.language, { hour: '2-digit', minute: '2-digit' });
    const parts = [since !== null && messages.since(clock(since), now - since)];
    // If the lease has only an absolute limit, renewing does not extend it.
    const fixed = ends.every(({ lease }) => lease && !lease.idle && !lease.grace);
    parts.push(end !== null && (end > now ? messages.until(clock(end), end - now, fixed) : messages.over()));
    this.#when.textContent = parts.filter(Boolean).join(' · ');
    this.#when.hidden = since === null;
    this.#bar.hidden = end === null;
    if (end === null) {
      delete this.dataset.left;
      return;
    }
    this.#bar.value = Math.max(0, Math.min(1, (end - now) / Math.max(1, end - begin)));
    this.dataset.left = end - now > SHORT ? 'long' : end - now > VERY_SHORT ? 'short' : 'ending';
  }
}

customElements.define('holdfast-editing', HoldfastEditing);
