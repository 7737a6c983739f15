// The event stream, and whether it lives. A connection may be swallowed without a sound: then ticks stay away.
import { clock } from './time.js';

const SILENCE = 8_000; // the server ticks every 2.5 s

export class Live {
  #events = null;
  #heard = 0;
  #live = false;
  #watch = 0;

  /**
   * @param said called with a class and a text for the header
   * @param lock called with each change
   * @param reload called when the present state has to be read
   * @param refused called when the server refuses the caller
   */
  constructor({ said, lock, reload, refused }) {
    this.said = said;
    this.lock = lock;
    this.reload = reload;
    this.refused = refused;
  }

  open() {
    this.#events?.close();
    const events = new EventSource('v1/events?visible=true&snapshot=false&ticks=true');
    this.#events = events;
    this.#heard ||= Date.now();
    const on = (name, action) => events.addEventListener(name, event => {
      if (events !== this.#events) return; // of a stream that was given up
      this.#heard = Date.now();
      action(event);
    });
    on('tick', () => this.#lives());
    on('reload', () => { this.missed = true; });
    on('resumed', () => {});
    on('lock', event => this.lock(JSON.parse(event.data)));
    on('ready', () => {
      this.#lives();
      if (this.missed) this.reload();
      this.missed = false;
    });
    events.addEventListener('error', () => {
      if (events !== this.#events) return;
      this.#dead();
      if (events.readyState === EventSource.CLOSED) this.refused();
    });
    clearInterval(this.#watch);
    this.#watch = setInterval(() => this.#look(), 1_000);
  }

  #lives() {
    if (!this.#live) this.said('live', 'live');
    this.#live = true;
  }

  #dead() {
    this.said('broken', `not live since ${clock(this.#heard, true)}, trying again`);
    this.#live = false;
  }

  #look() {
    const silent = Date.now() - this.#heard > SILENCE;
    if (silent && this.#live) this.#dead();
    // A stream that is silent is given up: nothing may ever say that its connection is gone.
    if (silent && Date.now() - (this.tried ?? 0) > SILENCE) {
      this.tried = Date.now();
      this.open();
    }
  }

  close() {
    this.#events?.close();
    this.#events = null;
    this.#live = false;
    this.#heard = 0;
    clearInterval(this.#watch);
  }
}
