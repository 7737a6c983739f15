// <holdfast-editing resource="policy/12345">: shows who is editing the resource, live. Input of others is only shown as text.
import { connect, english } from './holdfast.js';
import { shownName } from './holdfast/names.js';

const REFRESH = 20_000;
const SHORT = 60_000;
const VERY_SHORT = 10_000;

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  :host { display: inline-grid; grid-template-columns: auto 1fr; gap: .15rem .5rem; align-items: center; min-width: 14rem; font-size: .9rem;
    --free: light-dark(#1a7f37, #3fb950); --busy: light-dark(#9a6700, #d29922); --short: light-dark(#cf222e, #f85149); }
  :host([hidden]) { display: none; }
  .dot { width: .6em; height: .6em; border-radius: 50%; background: light-dark(#6e7781, #8b949e); }
  :host([data-state=free]) .dot, :host([data-state=you]) .dot { background: var(--free); }
  :host([data-state=held]) .dot { background: var(--busy); }
  .who { font-weight: 600; overflow-wrap: anywhere; }
  .when { grid-column: 2; color: color-mix(in srgb, currentColor 78%, transparent); font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
  progress { grid-column: 1 / -1; width: 100%; height: 4px; border: 0; border-radius: 2px; overflow: hidden; appearance: none;
    background: light-dark(#d0d7de, #30363d); color: var(--free); }
  progress::-webkit-progress-bar { background: transparent; }
  progress::-webkit-progress-value { background: currentColor; }
  progress::-moz-progress-bar { background: currentColor; }
  :host([data-left=short]) progress { color: var(--busy); }
  :host([data-left=ending]) progress { color: var(--short); }
  @media (prefers-reduced-motion: no-preference) {
    :host([data-left=ending]) progress { animation: pulse 1s ease-in-out infinite; }
    @keyframes pulse { 50% { opacity: .35; } }
  }
  [hidden] { display: none; }
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
 * Attributes: resource; server (the page's own by default); somebody (shown for a holder without a name). Property: holdfast, a
 * connection to use instead. The attribute data-state is unknown, free, held or you, for the style sheet of the page.
 */
export class HoldfastEditing extends HTMLElement {
  static observedAttributes = ['resource', 'server', 'somebody'];

  #holdfast = null;
  #lock = null;
  #owner = null;
  #skew = 0; // the store's clock minus ours
  #stop = null;
  #who = make('span', 'who');
  #when = make('span', 'when');
  #bar = make('progress', 'left');

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    const dot = make('span', 'dot');
    dot.setAttribute('aria-hidden', 'true');
    // A screen reader announces only changes of the holder, not the time left.
    this.#who.setAttribute('role', 'status');
    this.#who.setAttribute('aria-live', 'polite');
    root.append(dot, this.#who, this.#when, this.#bar);
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
    const names = others.map(holder => (holder.name ? shownName(holder.name) : this.getAttribute('somebody') ?? messages.somebody()));
    const all = yours ? [messages.you(), ...names] : names;
    const shown = all.length > 3 ? [...all.slice(0, 2), messages.others(all.length - 2)] : all;
    const list = shown.length === 1 ? shown[0] : messages.and(shown.slice(0, -1), shown.at(-1));
    return messages.editing(list, all.length === 1 && !yours);
  }

  #tick() {
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
