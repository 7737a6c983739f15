// One owner: what it holds, what it waits for, and what it did.
import { askRelease } from './ask.js';
import { $, chips, parameters, put, remember, shown, shownName } from './dom.js';
import { newestFirst, showPast } from './past.js';
import { fillRow, makeRow, tickRow } from './row.js';
import { Rows } from './rows.js';
import { mayRelease, read, readHistory } from './session.js';
import { learn, now, number } from './time.js';
import { drawTimeline } from './timeline.js';

export class OwnerPage {
  #id = parameters().get('id') ?? '';
  #locks = new Map();
  #events = [];
  #hours = Number(parameters().get('hours')) || 6;
  #timers = [];

  start() {
    this.rows = new Rows($('scroller'), $('locks'), {
      key: lock => lock.resource,
      make: lock => makeRow(lock, askRelease),
      fill: (row, lock) => fillRow(row, lock, mayRelease),
    });
    this.#title(this.#id);
    put($('owner-id'), this.#id);
    chips($('hours'), 'hours', hours => {
      this.#hours = Number(hours);
      remember({ hours });
      this.#draw();
    })(String(this.#hours));
    this.#timers = [setInterval(() => this.rows.each(row => tickRow(row)), 1_000), setInterval(() => this.load(), 20_000)];
  }

  #title(name) {
    put($('owner-name'), shownName(name));
    document.title = `${shown(name)} · Holdfast`;
  }

  #concerns(lock) {
    return lock.holders.some(holder => holder.owner === this.#id) || lock.queue.some(waiter => waiter.owner === this.#id);
  }

  async load() {
    const told = this.told = new Map();
    const page = await read(`v1/locks?limit=1000&holder=${encodeURIComponent(this.#id)}`);
    if (!page) return;
    if (page.locks.length) learn(page.locks[0].asOf);
    this.#locks = new Map(page.locks.map(lock => [lock.resource, lock]));
    told.forEach(lock => this.#put(lock));
    put($('more'), page.more ? `These are the first ${number(page.locks.length)}. There are more.` : '');
    this.#show();
    await this.#past();
  }

  #put(lock) {
    if (this.#concerns(lock)) this.#locks.set(lock.resource, lock);
    else this.#locks.delete(lock.resource);
  }

  lock(lock) {
    if (!this.#concerns(lock) && !this.#locks.has(lock.resource)) return;
    this.told?.set(lock.resource, lock);
    this.#put(lock);
    this.#show();
    clearTimeout(this.pending);
    this.pending = setTimeout(() => this.#past(), 300);
  }

  #show() {
    const all = [...this.#locks.values()].sort((a, b) => (a.resource < b.resource ? -1 : 1));
    const own = all.flatMap(lock => [...lock.holders, ...lock.queue]).find(holder => holder.owner === this.#id);
    if (own?.name) this.#title(own.name);
    const held = all.filter(lock => lock.holders.some(holder => holder.owner === this.#id)).length;
    put($('count'), `${number(held)} held, ${number(all.length - held)} waited for`);
    this.rows.show(all);
    $('scroller').hidden = all.length === 0;
    $('empty').hidden = all.length > 0;
    put($('empty'), 'It holds nothing now, and waits for nothing.');
  }

  async #past() {
    const events = await readHistory(1_000, `holder=${encodeURIComponent(this.#id)}`);
    if (!events) return;
    this.#events = newestFirst(events);
    if (this.#events[0] && this.#locks.size === 0) this.#title(this.#events[0].name);
    showPast($('history'), this.#events);
    put($('history-none'), this.#events.length ? '' : 'Nothing is recorded about it.');
    this.#draw();
  }

  #draw() {
    const held = [...this.#locks.values()].map(lock => ({ ...lock, holders: lock.holders.filter(holder => holder.owner === this.#id) }));
    drawTimeline($('timeline'), this.#events, held, now(), this.#hours);
  }

  key(event, typing) {
    if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && this.rows.move(event.key === 'ArrowDown' ? 1 : -1)) {
      event.preventDefault();
    } else if (event.key.toLowerCase() === 'r' && !typing) {
      const lock = this.#locks.get(document.activeElement.closest('#locks > li')?.dataset.resource);
      if (lock) askRelease(lock);
    }
  }

  stop() {
    this.#timers.forEach(clearInterval);
    clearTimeout(this.pending);
    this.rows.stop();
  }
}
