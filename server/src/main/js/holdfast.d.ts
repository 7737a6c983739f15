/** Locks at a Holdfast server, in pages and in Node: docs/browser.md. */

export interface Options {
  /** The address of the server. In a page its own address is the default. */
  server?: string;
  /** For callers that do not sign in with a cookie, and for pages of other origins. */
  token?: string | null;
  /** The name that others see, on a server without sign-in. */
  name?: string;
  /** The user whose drafts and limits count, on a server without sign-in. */
  user?: string;
  /** Milliseconds between heartbeats of a user who types; 2000. */
  debounce?: number;
  /** Milliseconds before the end at which `warning` comes; 60000. */
  warning?: number;
  /** Replaces messages one by one or all of them. */
  messages?: Partial<Messages>;
  /** The address of holdfast-worker.js, if it is not beside the module; false for no worker. */
  worker?: string | false | null;
}

/** A duration: seconds, or a text such as `90s`, `15m` or `PT90S`. */
export type Wait = number | string;

export interface AcquireOptions {
  /** What others are shown beside the name. */
  note?: string;
  /** How long to wait if it is not free. */
  wait?: Wait;
  mode?: 'exclusive' | 'shared';
  /** Gives up when it is aborted. */
  signal?: AbortSignal;
}

/** A holder as the caller may see it: what is hidden is null. */
export interface Holder {
  owner: string | null;
  name: string | null;
  fence?: number | null;
  since: string | null;
  until?: string | null;
  seen?: string | null;
  note?: string | null;
  mode?: string;
  [more: string]: unknown;
}

/** The state of a resource. */
export interface Lock {
  resource: string;
  free: boolean;
  holders: Holder[];
  ended: Holder[];
  waiting: number;
  queue: unknown[];
  /** The server's time; null if it never was held. */
  asOf: string | null;
  [more: string]: unknown;
}

/** A text that was stored. */
export interface Draft {
  text: string;
  revision: number;
  /** Null while the server does not have it. */
  saved: string | null;
}

/** How a hold was lost. */
export interface Loss {
  /** One sentence for the user. */
  detail: string;
  why: string;
  by: string;
  reason: string;
  at: string | null;
  /** The draft that is kept. */
  draft: { revision: number; saved: string } | null;
  /** The text in this page. */
  text: string | null;
}

/** The answer of a server that is no success (RFC 9457). */
export interface ProblemBody {
  status?: number;
  title?: string;
  detail?: string;
  why?: string;
  resource?: string;
  holders?: Holder[];
  [more: string]: unknown;
}

/** A failure that the server reported. The message is one sentence for the user. */
export class Problem extends Error {
  readonly status: number;
  readonly problem: ProblemBody;
  readonly why: string;
  /** Seconds after which to try again; null if unknown. */
  readonly retryAfter: number | null;
}

/** The lock was not granted: held by another owner (423), too soon (429), a conflict with an own lock (409), session ended (410). */
export class Refusal extends Problem {
  readonly holders: Holder[];
}

/** The server did not answer in time. The request may have been carried out or not. */
export class Unreachable extends Error {}

interface HoldEvents {
  countdown: CustomEvent<{ timeLeft: number | null; remaining: number | null }>;
  warning: CustomEvent<{ timeLeft: number }>;
  lost: CustomEvent<Loss>;
  released: CustomEvent<object>;
  disconnected: CustomEvent<{ remaining: number | null }>;
  reconnected: CustomEvent<object>;
  saved: CustomEvent<Draft>;
  late: CustomEvent<{ late: Draft; stored: Draft }>;
  refused: CustomEvent<ProblemBody>;
}

/** A lock that this tab or program holds. It is never acquired again by itself. */
export class Hold extends EventTarget {
  private constructor();
  readonly resource: string;
  /** Grows with every grant. Send it with what you save. */
  readonly fence: number;
  readonly since: string;
  readonly note: string | null;
  /** A secret. */
  readonly receipt: string;
  /** True if the lock is certainly held now. */
  readonly held: boolean;
  readonly state: 'held' | 'released' | 'lost';
  readonly connected: boolean;
  /** Milliseconds until it ends unless a heartbeat arrives; null if it does not expire. */
  readonly remaining: number | null;
  /** Milliseconds to show to the user. */
  readonly timeLeft: number | null;
  readonly loss: Loss | null;
  /** A text that arrived after a newer one, and is kept aside. */
  readonly late: Draft | null;
  /** Reports activity; may be called at every keystroke. */
  heartbeat(): void;
  /** Saves the text with the next heartbeat. */
  saveDraft(text: string): void;
  /** Returns the latest draft, from any browser; null if there is none. */
  draft(): Promise<Draft | null>;
  /** Sends what waits, now. */
  flush(): Promise<void>;
  /** Releases it. False if it had been lost before. */
  release(options?: { discardDraft?: boolean }): Promise<boolean>;
  addEventListener<K extends keyof HoldEvents>(name: K, listener: (event: HoldEvents[K]) => void, options?: boolean | AddEventListenerOptions): void;
  addEventListener(name: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | AddEventListenerOptions): void;
}

interface HoldfastEvents {
  acquired: CustomEvent<{ resource: string; ours: boolean }>;
  released: CustomEvent<{ resource: string; ours: boolean }>;
  lost: CustomEvent<{ resource: string; ours: boolean }>;
}

/** A server, and this tab or program as an owner there. */
export class Holdfast extends EventTarget {
  constructor(options?: Options);
  /** The id of this owner, the same after a reload. */
  readonly owner: Promise<string>;
  readonly holds: Hold[];
  readonly messages: Messages;
  /** True if a worker sends heartbeats, so that they keep their interval in a hidden tab. */
  readonly heartbeatsFromWorker: boolean;
  /** Acquires a resource. Rejects with a Refusal, or with Unreachable if the outcome is unknown. */
  acquire(resource: string, options?: AcquireOptions): Promise<Hold>;
  /** Acquires all resources of a list or none. */
  acquire(resources: readonly string[], options?: AcquireOptions): Promise<Hold[]>;
  /** Returns the holds from before a reload, also those that were lost meanwhile. */
  resume(): Promise<Hold[]>;
  /** Calls back with each lock under the prefix and with every change. Returns a function that stops it. */
  watch(prefix: string, callback: (lock: Lock) => void, ready?: () => void): () => void;
  /** Returns the current state of a lock. */
  look(resource: string): Promise<Lock>;
  /** Releases everything and stops listening. */
  close(): Promise<void>;
  addEventListener<K extends keyof HoldfastEvents>(name: K, listener: (event: HoldfastEvents[K]) => void, options?: boolean | AddEventListenerOptions): void;
  addEventListener(name: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | AddEventListenerOptions): void;
}

/** What the library says to people. */
export interface Messages {
  /** The language of times, such as `de`; undefined for that of the browser. */
  language: string | undefined;
  unreachable(): string;
  /** An answer that is no success. */
  problem(problem: ProblemBody, status: number): string;
  lost(loss: { resource: string; detail?: string; why: string; by: string; reason: string; draft?: unknown }): string;
  free(): string;
  somebody(): string;
  you(): string;
  others(count: number): string;
  and(names: string[], last: string): string;
  /** `one`: whether it is one person, and not the reader. */
  editing(list: string, one: boolean): string;
  since(clock: string, milliseconds: number): string;
  /** `fixed`: whether renewing does not help. */
  until(clock: string, milliseconds: number, fixed: boolean): string;
  over(): string;
  timeLeft(): string;
}

/** The messages in English. */
export const english: Messages;

/** Connects to a server. */
export function connect(options?: Options): Holdfast;
