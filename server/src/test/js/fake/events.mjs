// The event streams of a server: numbered, and kept for those whose connection breaks. And the browser's end of them.

const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 2;
const RETRY = 1_000;

export class Events {
  /** Streams that are open: {prefix, last, send(kind, id, data), end()}. */
  streams = [];
  /** How often a stream was asked for, each as {prefix, last}. */
  asked = [];
  /** A server that is overloaded refuses. */
  refuses = false;
  /** A snapshot breaks after so many of its locks. */
  breaksAfter = Infinity;
  #run = 'r1';
  #number = 0;
  #current = new Map();
  #newest = [];

  change(lock) {
    const event = { id: `${this.#run}-${++this.#number}`, number: this.#number, lock };
    if (lock.free && lock.waiting === 0) this.#current.delete(lock.resource);
    else this.#current.set(lock.resource, event);
    this.#newest.push(event);
    for (const stream of [...this.streams]) this.#tell(stream, event);
  }

  #tell(stream, { id, lock }) {
    if (lock.resource.startsWith(stream.prefix)) stream.send('lock', id, lock);
  }

  /** Returns whether it broke. */
  #tellPart(stream) {
    [...this.#current.values()].slice(0, this.breaksAfter).forEach(({ lock }) => this.#tell(stream, { id: null, lock }));
    return this.#current.size > this.breaksAfter;
  }

  open(stream) {
    const known = stream.last?.startsWith(`${this.#run}-`);
    const after = known ? Number(stream.last.slice(this.#run.length + 1)) : null;
    stream.send(known ? 'resumed' : 'snapshot', known ? null : '', {});
    if (known) this.#newest.filter(({ number }) => number > after).forEach(event => this.#tell(stream, event));
    else if (this.#tellPart(stream)) return stream.end();
    stream.send('ready', `${this.#run}-${this.#number}`, {});
    return this.streams.push(stream);
  }

  close(stream) {
    this.streams = this.streams.filter(other => other !== stream);
  }

  /** Every connection breaks. */
  cut() {
    this.streams.splice(0).forEach(stream => stream.end());
  }

  /** As after a restart: what was told before is not known any more. */
  forget() {
    this.#run = `r${Number(this.#run.slice(1)) + 1}`;
    this.#newest = [];
    this.#number = 0;
    for (const event of this.#current.values()) Object.assign(event, { number: ++this.#number, id: `${this.#run}-${this.#number}` });
  }

  /** For a client that reads the stream by itself. */
  answer({ query, headers, signal }) {
    const prefix = query.get('prefix');
    const last = headers['Last-Event-ID'] ?? null;
    this.asked.push({ prefix, last, authorization: headers.Authorization });
    if (this.refuses) return { status: 503 };
    const encoder = new TextEncoder();
    const stream = new ReadableStream({
      start: controller => {
        const open = {
          prefix, last,
          send: (kind, id, data) => {
            const text = encoder.encode(`event: ${kind}\n${id === null ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`);
            // In two parts, since nobody promises that an event comes whole.
            controller.enqueue(text.slice(0, 9));
            controller.enqueue(text.slice(9));
          },
          end: () => controller.close(),
        };
        this.open(open);
        signal?.addEventListener('abort', () => {
          this.close(open);
          controller.error(signal.reason);
        });
      },
    });
    return { stream };
  }

  /** The class EventSource of a browser that talks to this server: it comes again by itself, but not when it is refused. */
  source() {
    const events = this;
    return class EventSource extends EventTarget {
      static CONNECTING = CONNECTING;
      static OPEN = OPEN;
      static CLOSED = CLOSED;
      readyState = CONNECTING;
      #prefix;
      #last = null;
      #stream = null;

      constructor(url) {
        super();
        this.#prefix = new URL(url).searchParams.get('prefix');
        queueMicrotask(() => this.#connect());
      }

      #connect() {
        if (this.readyState === CLOSED) return;
        events.asked.push({ prefix: this.#prefix, last: this.#last || null });
        if (events.refuses) {
          this.readyState = CLOSED;
          this.dispatchEvent(new Event('error'));
          return;
        }
        this.readyState = OPEN;
        this.#stream = {
          prefix: this.#prefix, last: this.#last,
          send: (kind, id, data) => {
            if (this.readyState === CLOSED) return;
            this.#last = id ?? this.#last;
            this.dispatchEvent(Object.assign(new Event(kind), { data: JSON.stringify(data) }));
          },
          end: () => {
            this.readyState = CONNECTING;
            setTimeout(() => this.#connect(), RETRY);
            this.dispatchEvent(new Event('error'));
          },
        };
        events.open(this.#stream);
      }

      close() {
        this.readyState = CLOSED;
        events.close(this.#stream);
      }
    };
  }
}
