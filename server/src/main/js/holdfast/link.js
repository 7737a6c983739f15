// Sends requests to a server. An answer is a value; a failure is an error with one sentence as its message.
import { english } from './messages.js';
import { moment } from './time.js';

const MAX_ANSWER_TIME = 10_000;

/** A problem that the server reported (RFC 9457). The message is one sentence for the user. */
export class Problem extends Error {
  constructor({ status, body, retryAfter = null }, messages = english) {
    super(messages.problem(body ?? {}, status));
    this.name = new.target.name;
    this.status = status;
    this.problem = body ?? {};
    this.why = body?.why ?? '';
    /** Seconds after which to try again; null if unknown. */
    this.retryAfter = retryAfter;
  }
}

/** The lock was not granted: held by another owner (423), too soon (429), conflict with an own lock (409), or session ended (410). */
export class Refusal extends Problem {
  get holders() {
    return this.problem.holders ?? [];
  }
}

/** The server did not answer in time. The request may or may not have been carried out. */
export class Unreachable extends Error {
  constructor(cause, messages = english) {
    super(messages.unreachable(), { cause });
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

function address(server) {
  const base = globalThis.document?.baseURI;
  if (!base && !URL.canParse(server)) throw new TypeError("Name the server: connect({ server: 'https://locks.example.org', token })");
  return new URL(server.endsWith('/') ? server : `${server}/`, base).href;
}

/** The address of a server, with the credentials of the browser. */
export class Link {
  #token;
  #csrf = null; // a promise, so that many callers share one request

  constructor(server, token, messages = english) {
    this.server = address(server);
    this.messages = messages;
    this.#token = token;
  }

  get token() {
    return this.#token;
  }

  url(path) {
    return new URL(path, this.server).href;
  }

  /** The headers of a call that changes something: JSON, and the proof that the page is of this origin. */
  async headers() {
    const headers = { 'Content-Type': 'application/json' };
    if (this.#token) return { ...headers, Authorization: `Bearer ${this.#token}` };
    const csrf = await (this.#csrf ??= this.#session());
    return csrf ? { ...headers, 'X-Holdfast-CSRF': csrf } : headers;
  }

  /** Returns the CSRF value of the session; null on a server without sign-in. */
  async #session() {
    try {
      const answer = await fetch(this.url('v1/session'), { credentials: 'same-origin', cache: 'no-store' });
      return answer.ok ? ((await answer.json()).csrf ?? null) : null;
    } catch {
      this.#csrf = null; // requested again with the next call
      return null;
    }
  }

  get(path) {
    return this.#send('GET', path, undefined, {});
  }

  post(path, body, options = {}) {
    return this.#change('POST', path, body, options);
  }

  delete(path, options = {}) {
    return this.#change('DELETE', path, undefined, options);
  }

  async #change(method, path, body, options) {
    const answer = await this.#send(method, path, body, options);
    if (answer.status !== 403 || !(await this.#csrf)) return answer;
    this.#csrf = null; // signed in again in another tab
    return this.#send(method, path, body, options);
  }

  async #send(method, path, body, { signal, keepalive = false, timeout = MAX_ANSWER_TIME }) {
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
      throw new Unreachable(cause, this.messages);
    }
  }
}
