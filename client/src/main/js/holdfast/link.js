// Asks a server. What it answers is a value; what it does not do is an error that says so in one sentence.
import { moment } from './time.js';

const LONGEST_ANSWER = 10_000;

/** What the server did not do (RFC 9457): the message is one sentence for a person. */
export class Problem extends Error {
  constructor({ status, body, retryAfter = null }) {
    super(body?.detail ?? `The server answered ${status}.`);
    this.name = new.target.name;
    this.status = status;
    this.problem = body ?? {};
    this.why = body?.why ?? '';
    /** Seconds after which it may be different; null if that is not known. */
    this.retryAfter = retryAfter;
  }
}

/** Not granted: somebody has it (423), too soon (429), something of one's own is in the way (409), or the session is over (410). */
export class Refusal extends Problem {
  get holders() {
    return this.problem.holders ?? [];
  }
}

/** The server cannot be reached, or not in time: what was asked may have been done or not. */
export class Unreachable extends Error {
  constructor(cause) {
    super('The server cannot be reached.', { cause });
    this.name = 'Unreachable';
  }
}

const seconds = text => (/^\d+$/.test(text ?? '') ? Number(text) : null);

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null; // from a proxy in between
  }
}

/** A server's address with what the browser has to show there. */
export class Link {
  #token;
  #csrf = null; // a promise, so that many callers ask once

  constructor(server, token) {
    this.server = new URL(server.endsWith('/') ? server : `${server}/`, document.baseURI).href;
    this.#token = token;
  }

  get token() {
    return this.#token;
  }

  url(path) {
    return new URL(path, this.server).href;
  }

  /** The headers of a call that changes something: JSON, and the proof of being no page from elsewhere. */
  async headers() {
    const headers = { 'Content-Type': 'application/json' };
    if (this.#token) return { ...headers, Authorization: `Bearer ${this.#token}` };
    const csrf = await (this.#csrf ??= this.#session());
    return csrf ? { ...headers, 'X-Holdfast-CSRF': csrf } : headers;
  }

  /** A server without sign-in knows no sessions. */
  async #session() {
    try {
      const answer = await fetch(this.url('v1/session'), { credentials: 'same-origin', cache: 'no-store' });
      return answer.ok ? ((await answer.json()).csrf ?? null) : null;
    } catch {
      this.#csrf = null; // asked again with the next call
      return null;
    }
  }

  get(path) {
    return this.#send('GET', path, undefined, {});
  }

  async post(path, body, options = {}) {
    const answer = await this.#send('POST', path, body, options);
    if (answer.status !== 403 || !(await this.#csrf)) return answer;
    this.#csrf = null; // signed in anew in another tab
    return this.#send('POST', path, body, options);
  }

  async #send(method, path, body, { signal, keepalive = false, timeout = LONGEST_ANSWER }) {
    const headers = method === 'GET' ? (this.#token ? { Authorization: `Bearer ${this.#token}` } : {}) : await this.headers();
    const sent = moment();
    const ends = [signal, timeout ? AbortSignal.timeout(timeout) : null].filter(Boolean);
    try {
      const answer = await fetch(this.url(path), {
        method, headers, keepalive, body: body === undefined ? undefined : JSON.stringify(body),
        credentials: 'same-origin', cache: 'no-store', signal: AbortSignal.any(ends),
      });
      const text = await answer.text();
      return { status: answer.status, body: parsed(text), retryAfter: seconds(answer.headers.get('Retry-After')), sent };
    } catch (cause) {
      if (signal?.aborted) throw signal.reason;
      throw new Unreachable(cause);
    }
  }
}
