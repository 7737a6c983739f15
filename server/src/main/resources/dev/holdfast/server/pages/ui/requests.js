// The requests to the holders of a resource: who asks, what the reader may answer, and a request of its own.
import { connect } from '../holdfast.js';
import { askWords } from './ask.js';
import { $, make, ownerLink, put, reconcile, shownName } from './dom.js';
import { may, send, session } from './session.js';
import { clock, duration, now } from './time.js';

const MINUTES = 10;

/** An answer as that of the server, for a failure of the library. */
const failed = failure => ({ ok: false, json: async () => ({ detail: failure.message }) });

const keyOf = request => `${request.id}\n${request.holderOwner}`;

export class Requests {
  #lock = null;
  #holdfast = null;
  #asking = null;
  #said = '';

  start() {
    $('ask-for').addEventListener('click', () => this.#ask());
  }

  /** Shows those to the holders of a lock. */
  show(lock) {
    this.#lock = lock;
    const requests = lock?.requests ?? [];
    reconcile($('requests'), requests, keyOf, () => this.#make());
    [...$('requests').children].forEach((line, i) => this.#fill(line, requests[i]));
    put($('requests-none'), requests.length ? '' : 'There are no requests.');
    const open = this.#asking && ['open', 'promised'].includes(this.#asking.state);
    const others = (lock?.holders ?? []).some(holder => !holder.mine);
    $('ask-for').hidden = Boolean(open) || !others || lock.holders.some(holder => holder.mine) || !may('editor', lock.resource, 'take');
    put($('asked'), this.#said);
  }

  /** Whether the reader may answer: for its own holds, and without sign-in for all. */
  #mayAnswer({ holderOwner }) {
    const { resource, holders } = this.#lock;
    const own = holders.some(holder => holder.owner === holderOwner && holder.mine);
    return may('editor', resource, 'release') && holderOwner !== null && (own || !session.who.signedIn);
  }

  #make() {
    const button = (className, label, action) => {
      const made = make('button', className, label);
      made.type = 'button';
      made.addEventListener('click', action);
      return made;
    };
    const line = make('li', 'card', make('p', 'asks'), make('p', 'quiet'), make('div', 'chips'));
    line.lastChild.append(
      button('', 'Hand over now', () => this.#answer(line, 'now')),
      button('later', `In ${MINUTES} minutes`, () => this.#answer(line, 'in', { within: `${MINUTES}m` })),
      button('later', 'Not now…', () => this.#decline(line)),
    );
    return line;
  }

  #fill(line, request) {
    line.request = request;
    const at = now();
    const asks = make('span', '', ownerLink({ owner: request.askerOwner, name: request.asker }), ' asks ', ownerLink({ owner: request.holderOwner, name: request.holder }));
    if (line.firstChild.textContent !== asks.textContent) line.firstChild.replaceChildren(asks);
    const facts = [
      `for ${duration(at - Date.parse(request.asked))}`,
      request.message && `“${request.message}”`,
      request.state === 'promised' ? `handed over by ${clock(request.until, true)}${request.reply ? `: “${request.reply}”` : ''}` : request.shown ? 'seen' : 'not seen yet',
    ];
    put(line.children[1], facts.filter(Boolean).join(' · '));
    line.lastChild.hidden = !this.#mayAnswer(request);
    line.querySelectorAll('.later').forEach(one => { one.hidden = request.state === 'promised'; });
  }

  async #answer({ request }, answer, more = {}) {
    const body = { request: request.id, answer, ...more };
    const { resource } = this.#lock;
    const told = session.who.signedIn
      ? await send(`v1/locks/${encodeURIComponent(resource)}/answers`, 'POST', body)
      : await send(`v1/owners/${encodeURIComponent(request.holderOwner)}/answers`, 'POST', { resource, ...body });
    this.#say(told?.ok ? '' : told ? (await told.clone().json()).detail : 'The server cannot be reached.');
    return told;
  }

  #decline(line) {
    askWords({
      title: `Keep ${shownName(this.#lock.resource)}?`, text: `${shownName(line.request.asker)} is told that you keep it for now.`,
      words: 'Reason, which may be empty', yes: 'Send',
      action: message => this.#answer(line, 'no', message && { message }),
    });
  }

  #ask() {
    const { resource, holders } = this.#lock;
    askWords({
      title: `Ask for ${shownName(resource)}?`, text: `${holders.map(({ name }) => shownName(name ?? 'Its holder')).join(', ')} may hand it over to you. It is yours then, as long as this page is open.`,
      words: 'Message, which may be empty', yes: 'Ask',
      action: message => this.#asks(resource, message).then(() => ({ ok: true }), failed),
    });
  }

  async #asks(resource, message) {
    this.#holdfast ??= connect(session.who.signedIn ? {} : { name: 'Dashboard' });
    this.#asking = await this.#holdfast.ask(resource, { message });
    const heard = () => this.#say(this.#holdfast.messages.answered({ resource, ...this.#asking.answer }));
    this.#asking.addEventListener('answer', heard);
    heard();
  }

  #say(text) {
    this.#said = text;
    if ($('asked')) this.show(this.#lock);
  }

  stop() {
    this.#holdfast?.close().catch(() => {});
  }
}
