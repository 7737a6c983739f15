// Where callers get in each other's way.
import { chart, meter } from './charts.js';
import { $, chips, make, ownerLink, parameters, put, remember, resourceLink } from './dom.js';
import { csv, save } from './export.js';
import { read } from './session.js';
import { clock, number, seconds } from './time.js';

const reasons = {
  held: 'held by another owner', busy: 'being taken by a transaction', queue: 'others have waited longer', 'queue-full': 'the queue is full', upgrade: 'held shared by the same owner',
  'too-many-entries': 'entered too often', 'slot-taken': 'one at a time', 'too-soon': 'too soon after the last one', 'owner-ended': 'the owner was ended',
};
const ends = { released: 'released', expired: 'ran out of time', died: 'ended without releasing', forced: 'released by an administrator', overridden: 'taken over', cleared: 'cleared', lost: 'lost' };

export class ContentionPage {
  #hours = Number(parameters().get('hours')) || 1;
  #prefix = parameters().get('prefix') ?? '';
  #found = null;

  start() {
    document.title = 'Contention · Holdfast';
    chips($('hours'), 'hours', hours => {
      this.#hours = Number(hours);
      remember({ hours });
      this.load();
    })(String(this.#hours));
    $('prefix').value = this.#prefix;
    $('prefix').addEventListener('input', () => {
      this.#prefix = $('prefix').value.trim();
      remember({ prefix: this.#prefix });
      this.#soon(300);
    });
    $('export-json').addEventListener('click', () => this.#found && save('contention.json', 'application/json', JSON.stringify(this.#found, null, 2)));
    $('export-csv').addEventListener('click', () => this.#found && save('contention.csv', 'text/csv', this.#csv()));
    this.timer = setInterval(() => this.load(), 30_000);
    this.observer = new ResizeObserver(() => this.#found && this.#charts());
    this.observer.observe($('charts'));
  }

  #csv() {
    return csv(['resource', 'grants', 'refusals', 'waits', 'p50', 'p99', 'expiries'], this.#found.hottest)
      + '\r\n' + csv(['at', 'grants', 'refusals', 'waits', 'p50', 'p99', 'expiries'], this.#found.series)
      + '\r\n' + csv(['resource', 'name', 'owner', 'since', 'seconds', 'end'], this.#found.longest);
  }

  lock() {
    if (!this.pending) this.#soon(3_000);
  }

  #soon(milliseconds) {
    clearTimeout(this.pending);
    this.pending = setTimeout(() => this.load(), milliseconds);
  }

  async load() {
    clearTimeout(this.pending);
    this.pending = 0;
    const mine = this.asked = {};
    const found = await read(`v1/contention?period=${Math.round(this.#hours * 3600)}&prefix=${encodeURIComponent(this.#prefix)}`);
    if (!found || mine !== this.asked) return;
    this.#found = found;
    const sum = member => found.series.reduce((all, point) => all + point[member], 0);
    put($('sum-grants'), number(sum('grants')));
    put($('sum-refusals'), number(sum('refusals')));
    put($('sum-waits'), found.waits.count ? `${seconds(found.waits.p50)} / ${seconds(found.waits.p99)}` : '–');
    put($('sum-expiries'), number(sum('expiries')));
    put($('counted'), `Grants, holds and expiries come from the history. Waits and refusals are those that this server decided since ${clock(found.decisionsFrom, true)}.`);
    this.#charts();
    this.#tables();
  }

  #charts() {
    const points = this.#found.series;
    chart($('chart-requests'), { title: 'Grants and refusals', points, kinds: [{ member: 'grants', label: 'granted', style: 'one' }, { member: 'refusals', label: 'refused', style: 'bad' }] });
    chart($('chart-waits'), { title: 'Waits', points, lines: true, write: seconds, kinds: [{ member: 'p50', label: 'half waited at most (p50)', style: 'one' }, { member: 'p99', label: '99 of 100 waited at most (p99)', style: 'two' }] });
    chart($('chart-expiries'), { title: 'Holds that ran out of time or crashed', points, kinds: [{ member: 'expiries', label: 'expired', style: 'bad' }] });
  }

  #tables() {
    const { hottest, refusals, longest } = this.#found;
    const trouble = one => one.refusals + one.waits + one.expiries;
    const most = Math.max(0, ...hottest.map(trouble));
    fill($('hottest'), hottest, one => [
      make('th', '', resourceLink(one.resource), meter(trouble(one), most, 'bad')),
      ...[one.grants, one.refusals, one.waits].map(value => cell(number(value))), cell(seconds(one.p50)), cell(seconds(one.p99)), cell(number(one.expiries)),
    ]);
    const refused = Math.max(0, ...refusals.map(one => one.count));
    fill($('refusals'), refusals, one => [make('th', '', reasons[one.why] ?? one.why, meter(one.count, refused, 'bad')), cell(number(one.count))]);
    const longestSeconds = Math.max(0, ...longest.map(one => one.seconds));
    fill($('longest'), longest.slice(0, 10), one => [
      make('th', '', resourceLink(one.resource), meter(one.seconds, longestSeconds, 'one')),
      make('td', '', ownerLink(one)), cell(seconds(one.seconds)), make('td', '', one.end ? ends[one.end] ?? one.end : 'still held'),
    ]);
  }

  stop() {
    clearInterval(this.timer);
    clearTimeout(this.pending);
    this.observer.disconnect();
  }
}

const cell = text => make('td', 'number', text);

function fill(table, rows, cells) {
  const body = table.tBodies[0];
  body.replaceChildren(...rows.map(row => make('tr', '', ...cells(row))));
  body.querySelectorAll('th').forEach(head => { head.scope = 'row'; });
  table.parentElement.hidden = rows.length === 0;
  table.parentElement.nextElementSibling.hidden = rows.length > 0;
}
