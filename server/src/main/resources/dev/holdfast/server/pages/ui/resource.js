// One resource: who holds it and who waits, what it is for, and its past.
import { askRelease } from './ask.js';
import { $, chips, link, make, ownerLink, parameters, put, reconcile, remember, shown } from './dom.js';
import { newestFirst, showPast } from './past.js';
import { Requests } from './requests.js';
import { timeLeft } from './row.js';
import { may, mayRelease, read, readHistory } from './session.js';
import { clock, duration, full, learn, now } from './time.js';
import { drawTimeline } from './timeline.js';

export class ResourcePage {
  #name = parameters().get('name') ?? '';
  #lock = null;
  #events = [];
  #hours = Number(parameters().get('hours')) || 6;
  #timers = [];
  #requests = new Requests();

  start() {
    this.#requests.start();
    const parts = this.#name.split('/');
    $('resource-name').replaceChildren(...parts.map((part, i) => (i < parts.length - 1
      ? link(`./?q=${encodeURIComponent(parts.slice(0, i + 1).join('/'))}%2F`, `${part}/`)
      : part && shown(part))));
    document.title = `${shown(this.#name)} · Holdfast`;
    chips($('hours'), 'hours', hours => {
      this.#hours = Number(hours);
      remember({ hours });
      this.#draw();
    })(String(this.#hours));
    this.#timers = [setInterval(() => this.#show(), 1_000), setInterval(() => this.load(), 20_000)];
  }

  async load() {
    const path = encodeURIComponent(this.#name);
    const told = this.told = {};
    const page = await read(`v1/locks?names=${path}`);
    if (page && told === this.told) this.#set(page.locks[0] ?? null);
    await this.#past();
    await this.#policy(path);
    if (this.policy?.drafts) await this.#draft(path);
  }

  #set(lock) {
    this.#lock = lock;
    if (lock) learn(lock.asOf);
    this.#show();
  }

  lock(lock) {
    if (lock.resource !== this.#name) return;
    this.told = {}; // what is on its way is older
    this.#set(lock);
    clearTimeout(this.pending);
    this.pending = setTimeout(() => this.#past(), 300);
  }

  #show() {
    const lock = this.#lock;
    const free = !lock || lock.holders.length === 0;
    const state = !lock ? 'not known to you' : free ? (lock.waiting ? 'about to be taken up' : 'free') : lock.holders[0].mode === 'shared' ? 'held, shared' : 'held';
    put($('resource-state'), state);
    $('resource-state').className = `badge ${free ? 'line' : ''}`;
    reconcile($('holders'), lock?.holders ?? [], holder => `${holder.owner}\n${holder.name}\n${holder.fence}`, () => this.#makeHolder());
    [...$('holders').children].forEach((card, i) => this.#fillHolder(card, lock.holders[i]));
    put($('holders-none'), free ? 'It is free.' : '');
    reconcile($('queue'), lock?.queue ?? [], waiter => `${waiter.owner}\n${waiter.name}\n${waiter.since}`, waiter => make('li', '', ownerLink(waiter), make('span', 'quiet')));
    [...$('queue').children].forEach((line, i) => {
      const waiter = lock.queue[i];
      put(line.lastChild, `${waiter.since ? ` for ${duration(now() - Date.parse(waiter.since))}` : ''}${waiter.mode === 'shared' ? ', shared' : ''}${waiter.behind ? `, and ${waiter.behind} more of the same program` : ''}`);
    });
    this.#requests.show(lock);
    put($('queue-none'), lock?.waiting ? '' : 'The queue is empty.');
    const ended = (lock?.ended ?? []).filter(holder => holder.state === 'dead');
    put($('resource-ended'), free && ended.length ? `${ended.map(holder => holder.name ?? 'Another user').join(', ')} ended without releasing it${ended[0].seen ? `, after a last heartbeat at ${clock(ended[0].seen, true)}` : ''}.` : '');
  }

  #makeHolder() {
    const card = make('li', 'card', make('h3'), make('dl'), make('button', 'danger', 'Release…'));
    card.lastChild.type = 'button';
    card.lastChild.addEventListener('click', () => askRelease(this.#lock, [card.holder]));
    return card;
  }

  #fillHolder(card, holder) {
    const known = card.holder;
    card.holder = holder;
    if (known?.name !== holder.name || known?.state !== holder.state) {
      card.firstChild.replaceChildren(ownerLink(holder), ...(holder.state === 'live' ? [] : [make('span', `badge ${holder.state}`, holder.state)]));
    }
    const release = mayRelease(this.#lock);
    card.lastChild.hidden = !release || (release === 'own' && !holder.mine);
    card.lastChild.setAttribute('aria-label', `Release the hold of ${shown(holder.name ?? 'another user')}`);
    const at = now();
    const facts = holder.since ? [
      ['Since', `${full(holder.since)} (${duration(at - Date.parse(holder.since))})`],
      ['Time left', `${timeLeft({ holders: [holder], waiting: 0 }, at).text}${holder.until ? `, until ${clock(holder.until, true)} unless it is renewed` : ''}`],
      ['Last heartbeat', holder.seen ? `${clock(holder.seen, true)} (${duration(at - Date.parse(holder.seen))} ago)` : ''],
      ['Note', holder.note],
      ['Mode', holder.mode],
      ['Process', (holder.processes ?? []).map(process => `${process.pid} on ${process.host}`).join(', ')],
      ['Fence', holder.fence],
    ].filter(([, value]) => value) : [['Time', 'not shown to you by the policy']];
    const list = card.querySelector('dl');
    reconcile(list, facts, ([name]) => name, ([name]) => make('div', '', make('dt', '', name), make('dd')));
    [...list.children].forEach((line, i) => put(line.lastChild, String(facts[i][1])));
  }

  async #past() {
    const events = await readHistory(2_000, `resource=${encodeURIComponent(this.#name)}`);
    if (!events) return;
    this.#events = newestFirst(events);
    showPast($('history'), this.#events);
    put($('history-none'), this.#events.length ? '' : 'Nothing is recorded about it.');
    this.#draw();
  }

  #draw() {
    drawTimeline($('timeline'), this.#events, this.#lock ? [this.#lock] : [], now(), this.#hours);
  }

  async #policy(path) {
    const policy = this.policy ??= await read(`v1/policies/${path}`);
    if (!policy) return;
    const lease = policy.lease ?? {};
    const limits = [
      lease.grace && `ends ${period(lease.grace)} after its last heartbeat`,
      lease.idle && `ends after ${period(lease.idle)} without activity`,
      lease.absolute && `ends ${period(lease.absolute)} after it was granted`,
    ].filter(Boolean);
    put($('policy'), `Unless it was requested otherwise, a hold ${limits.length ? limits.join(', and ') : 'has no time limit'}. Drafts are ${policy.drafts ? 'kept' : 'not kept'}.`);
  }

  /** Only the author may know of a draft. */
  async #draft(path) {
    const draft = may('editor', this.#name, 'keep') ? await read(`v1/drafts/${path}`) : null;
    $('draft').hidden = !draft;
    if (draft) put($('draft'), `You have a draft here${draft.saved ? `, saved at ${full(draft.saved)}` : ''}.`);
  }

  stop() {
    this.#requests.stop();
    this.#timers.forEach(clearInterval);
    clearTimeout(this.pending);
  }
}

/** A duration of ISO 8601, such as PT5M, for people. */
function period(text) {
  const [, days, hours, minutes, seconds] = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?)?$/.exec(text) ?? [];
  return duration((((Number(days ?? 0) * 24 + Number(hours ?? 0)) * 60 + Number(minutes ?? 0)) * 60 + Number(seconds ?? 0)) * 1000).replace(/ 0 (min|s)$/, '');
}
