// The list of locks. Up to some thousands are kept in the page; of more, the server searches and sorts.
import { askRelease } from './ask.js';
import { Attention } from './attention.js';
import { $, chips, make, parameters, put, remember } from './dom.js';
import { newestFirst, showPast } from './past.js';
import { fillHeading, fillRow, makeHeading, makeRow, tickRow } from './row.js';
import { Rows } from './rows.js';
import { LockList, matches } from './search.js';
import { mayRelease, read, readHistory } from './session.js';
import { learn, now, number } from './time.js';
import { drawTimeline } from './timeline.js';

const WHOLE = 5_000; // more locks than these are not kept in the page
const PAGE = 1_000;
const FEW = 300; // in the page if the server searches
const URL_LENGTH = 3_000;

export class LocksPage {
  #list = new LockList();
  #wanted = { text: '', state: '', sort: 'name', group: false };
  #hours = 0.25;
  #whole = true;
  #next = ''; // where the next page of the server begins; in the order by name a name
  #loading = 0; // counts what was begun, so that late answers are dropped
  #told = new Set(); // resources that an event was about while a list was on its way: the event is newer
  #timers = [];
  #dirty = false;

  start(store) {
    this.store = store;
    const given = parameters();
    this.#wanted = { text: (given.get('q') ?? '').toLowerCase(), state: given.get('state') ?? '', sort: given.get('sort') ?? 'name', group: given.get('group') === 'true' };
    if (!['name', 'since', 'left', 'waiting'].includes(this.#wanted.sort)) this.#wanted.sort = 'name';
    this.#hours = Number(given.get('hours')) || 0.25;
    this.rows = new Rows($('scroller'), $('locks'), {
      key: item => (item.group === undefined ? item.resource : `\n${item.group}`),
      make: item => (item.group === undefined ? makeRow(item, askRelease) : makeHeading(item, group => this.#search(group))),
      fill: (row, item) => (item.group === undefined ? fillRow(row, item, mayRelease) : fillHeading(row, item)),
    });
    this.rows.whenMoved = () => this.#more();
    this.attention = new Attention($('attention'), $('attention-list'), $('attention-more'));
    this.#prepare(given);
    this.#every(1_000, () => this.rows.each((row, item) => item.group === undefined && tickRow(row)));
    this.#every(20_000, () => this.#renew());
    this.#every(20_000, () => this.attention.show());
    this.#every(60_000, () => this.#past());
    this.arrange();
  }

  #every(milliseconds, action) {
    this.#timers.push(setInterval(action, milliseconds));
  }

  #prepare(given) {
    $('search').value = given.get('q') ?? '';
    $('search').addEventListener('input', () => this.#search($('search').value, true));
    chips($('states'), 'state', state => this.#change({ state }))(this.#wanted.state);
    $('sort').value = this.#wanted.sort;
    $('sort').addEventListener('change', () => this.#change({ sort: $('sort').value }));
    $('group').checked = this.#wanted.group;
    $('group').addEventListener('change', () => this.#change({ group: $('group').checked }));
    chips($('hours'), 'hours', hours => {
      this.#hours = Number(hours);
      remember({ hours: hours === '0.25' ? '' : hours });
      this.#past();
    })(String(this.#hours));
  }

  #search(text, typed = false) {
    if (!typed) $('search').value = text;
    this.#change({ text: text.trim().toLowerCase() }, typed ? 250 : 0);
  }

  #change(changes, pause = 0) {
    Object.assign(this.#wanted, changes);
    const { text, state, sort, group } = this.#wanted;
    remember({ q: text && $('search').value.trim(), state, sort: sort === 'name' ? '' : sort, group: group ? 'true' : '' });
    this.rows.scroller.scrollTop = 0;
    if (this.#whole) {
      this.arrange();
    } else {
      this.#loading++; // a page that is on its way belongs to the earlier question
      this.#next = '';
      clearTimeout(this.typing);
      this.typing = setTimeout(() => this.#ask(), pause);
    }
  }

  // --- What the server knows ---

  /** Reads everything again, as long as it is not too much. */
  async load() {
    const mine = ++this.#loading;
    this.#told = new Set();
    const seen = new Set();
    let after = '';
    for (let more = true; more && seen.size < WHOLE;) {
      const page = await read(`v1/locks?limit=${PAGE}&after=${encodeURIComponent(after)}`);
      if (!page || mine !== this.#loading) return;
      more = page.more;
      if (page.locks.length) learn(page.locks[0].asOf); // first: how long a hold lasts depends on it
      for (const lock of page.locks) {
        after = lock.resource;
        seen.add(lock.resource);
        if (!this.#told.has(lock.resource)) this.#put(lock);
      }
      this.#whole = !more;
    }
    if (this.#whole) {
      this.#list.names().filter(name => !seen.has(name) && !this.#told.has(name)).forEach(name => this.#remove(name));
      this.arrange();
    } else {
      await this.#ask();
      await this.#askForAttention();
    }
    this.attention.show();
    this.#past();
  }

  #query(more) {
    const { text, state, sort } = this.#wanted;
    const query = new URLSearchParams({ limit: FEW, ...(text && { q: text }), ...(state && { state }), ...(sort !== 'name' && { sort }), ...more });
    return `v1/locks?${query}`;
  }

  /** Lets the server search and sort. */
  async #ask() {
    const mine = ++this.#loading;
    this.#told = new Set();
    const { text, state, group } = this.#wanted;
    const answer = group ? await read(`v1/groups?${new URLSearchParams({ ...(text && { q: text }), ...(state && { state }) })}`) : { groups: [] };
    if (!answer || mine !== this.#loading) return;
    this.groups = new Map(answer.groups.map(({ prefix, locks, waiting }) => [prefix, { group: prefix, locks, waiting }]));
    if (group && !text) {
      this.#next = '';
      this.arrange();
      return;
    }
    const page = await read(this.#query({}));
    if (!page || mine !== this.#loading) return;
    this.#list.clear();
    page.locks.forEach(lock => this.#put(lock));
    this.#next = page.next ?? '';
    this.arrange();
  }

  /** Reads the next page when the end is about to be seen. */
  async #more() {
    if (this.#whole || !this.#next || this.reading || !this.rows.nearEnd()) return;
    this.reading = true;
    const mine = this.#loading;
    const page = await read(this.#query({ after: this.#next }));
    this.reading = false;
    if (!page || mine !== this.#loading) return;
    page.locks.filter(lock => !this.#told.has(lock.resource)).forEach(lock => this.#put(lock));
    this.#next = page.next ?? '';
    this.arrange();
  }

  async #askForAttention() {
    for (const query of ['state=dead&limit=20', 'sort=since&limit=20']) {
      const page = await read(`v1/locks?${query}`);
      page?.locks.forEach(lock => this.attention.put(lock));
    }
  }

  /** Renewals are not events: reads the locks in sight again, for their new ends. */
  async #renew() {
    const names = [];
    let length = 0;
    this.rows.each((row, item) => {
      const size = encodeURIComponent(item.resource ?? '').length + 3;
      if (item.group === undefined && names.length < 100 && length + size < URL_LENGTH) {
        names.push(item.resource);
        length += size;
      }
    });
    if (names.length === 0 || document.hidden) return;
    const mine = this.#loading;
    const told = this.#told = new Set();
    const page = await read(`v1/locks?names=${encodeURIComponent(names.join('\n'))}`);
    if (!page || mine !== this.#loading) return;
    if (page.locks.length) learn(page.locks[0].asOf);
    page.locks.filter(lock => !told.has(lock.resource)).forEach(lock => this.#put(lock));
    this.arrange();
  }

  /** A change that an event tells of. */
  lock(lock) {
    learn(lock.asOf);
    this.#told.add(lock.resource);
    if (this.#whole || this.#list.get(lock.resource) || this.#fits(lock)) this.#put(lock);
    else this.attention.put(lock);
    this.#soon();
    clearTimeout(this.pending);
    this.pending = setTimeout(() => this.#past(), 300);
  }

  /** Whether a new lock belongs into the part that the server has sent. */
  #fits(lock) {
    return this.#wanted.sort === 'name' && matches(lock, this.#wanted) && (!this.#next || lock.resource <= this.#next);
  }

  #put(lock) {
    this.attention.put(lock);
    if (lock.free && lock.waiting === 0) this.#list.delete(lock.resource);
    else this.#list.put(lock);
  }

  #remove(name) {
    this.#list.delete(name);
    this.attention.forget(name);
  }

  // --- What is shown ---

  /** Shows changes in the next frame, however many there are. */
  #soon() {
    if (this.#dirty) return;
    this.#dirty = true;
    setTimeout(() => {
      this.#dirty = false;
      this.arrange();
      this.attention.show();
    }, this.#list.size > 1_000 ? 200 : 20);
  }

  arrange() {
    const items = this.#items();
    this.rows.show(items);
    this.#count(items);
    const none = items.length === 0;
    $('scroller').hidden = none;
    $('empty').hidden = !none;
    if (none) this.#explain($('empty'));
  }

  /** Says why the list is empty, and on an idle server how to begin. */
  #explain(element) {
    const filtered = this.#list.size || this.#wanted.text || this.#wanted.state;
    const lines = filtered ? ['No lock fits the filter.'] : ['Nothing is locked.', `Try:  holdfast run Chapter_01 ${this.store ? `--store ${this.store} ` : ''}-- sleep 60`];
    const said = lines.map(line => make('span', 'line', line));
    if (element.textContent !== said.map(line => line.textContent).join('')) element.replaceChildren(...said);
  }

  /** Of many locks, what the server has counted takes the place of headings. Without a text nothing else is shown. */
  #items() {
    const { text, group } = this.#wanted;
    if (this.#whole || !group) return this.#list.arrange(this.#wanted);
    return text ? this.#list.arrange(this.#wanted).map(item => this.groups?.get(item.group) ?? item) : [...this.groups?.values() ?? []];
  }

  #count(items) {
    const shown = items.reduce((sum, item) => sum + (item.group === undefined ? 1 : 0), 0);
    let text = shown === this.#list.size ? number(shown) : `${number(shown)} of ${number(this.#list.size)}`;
    if (!this.#whole) {
      const all = [...this.groups?.values() ?? []].reduce((sum, group) => sum + group.locks, 0);
      text = shown || !items.length ? `${number(shown)}${this.#next ? ' shown, there are more' : ''}` : `${number(all)} in ${number(items.length)} groups`;
    }
    put($('count'), text);
  }

  async #past() {
    const found = await readHistory(2_000);
    if (!found) return;
    const events = newestFirst(found);
    showPast($('history'), events);
    const held = this.#list.size <= WHOLE ? this.#list.arrange({}) : [];
    drawTimeline($('timeline'), events, held.slice(0, 1_000), now(), this.#hours);
  }

  key(event, typing) {
    if (event.key === 'Escape' && event.target === $('search')) {
      this.#search('');
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (!event.target.matches('select') && this.rows.move(event.key === 'ArrowDown' ? 1 : -1)) event.preventDefault();
    } else if (event.key.toLowerCase() === 'r' && !typing) {
      const lock = this.#list.get(document.activeElement.closest('#locks > li')?.dataset.resource);
      if (lock && mayRelease(lock)) {
        event.preventDefault();
        askRelease(lock);
      }
    }
  }

  stop() {
    this.#loading++;
    this.#timers.forEach(clearInterval);
    clearTimeout(this.pending);
    clearTimeout(this.typing);
    this.rows.stop();
  }
}
