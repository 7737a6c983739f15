// The way between a page and its server: requests arrive or not, answers come back, get lost, or take their time.
import { settle } from './clock.mjs';

const failed = () => new TypeError('Failed to fetch');

const response = ({ status = 200, body = null, headers = {}, stream = null }) => {
  const text = body === null ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  return {
    ok: status >= 200 && status < 300, status, headers: new Headers(headers), body: stream,
    text: async () => text, json: async () => JSON.parse(text),
  };
};

export class Network {
  /** What was sent, whether it arrived or not: {method, path, headers, body, keepalive, at}. */
  requests = [];
  /** 'up'; 'down': nothing arrives; 'deaf': what arrives is done, but no answer comes back; 'slow': answers wait for deliver. */
  state = 'up';
  /** The answer to the next request to an address that contains this gets lost; null for none. */
  losesAnswerTo = null;
  #server;
  #clock;
  #waiting = [];

  constructor(server, clock) {
    this.#server = server;
    this.#clock = clock;
  }

  fetch(url, { method = 'GET', headers = {}, body, keepalive = false, signal } = {}) {
    const { pathname, search } = new URL(url);
    const request = {
      method, path: decodeURIComponent(pathname), query: new URLSearchParams(search), headers, keepalive, signal,
      body: body === undefined ? null : JSON.parse(body), at: this.#clock.steady,
    };
    this.requests.push(request);
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return void reject(signal.reason);
      signal?.addEventListener('abort', () => reject(signal.reason));
      this.#carry(request, resolve, reject);
    });
  }

  async #carry(request, resolve, reject) {
    const { state } = this;
    await null;
    if (state === 'down') return reject(failed());
    const answer = this.#server.answer(request);
    if (state === 'deaf' || this.#loses(request)) return reject(failed());
    if (state === 'slow') await new Promise(go => { this.#waiting.push(go); });
    return resolve(response(answer));
  }

  #loses({ path }) {
    if (this.losesAnswerTo === null || !path.includes(this.losesAnswerTo)) return false;
    this.losesAnswerTo = null;
    return true;
  }

  /** Answers that wait arrive, the oldest first unless another one is asked for. */
  async deliver(index = 0) {
    this.#waiting.splice(index, 1)[0]();
    await settle();
  }

  /** Those to an address that contains this. */
  to(part) {
    return this.requests.filter(request => request.path.includes(part));
  }

  /** Heartbeats that say that somebody works, or that carry text: not the pings of a page left alone. */
  get beats() {
    return this.to('/heartbeat').filter(({ body }) => body.active || body.draft);
  }

  get background() {
    return this.to('/heartbeat').filter(({ body }) => !body.active && !body.draft);
  }
}
