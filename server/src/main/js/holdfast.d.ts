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
  /** The reason to take it over from its holders, which needs the role admin. They are told it. */
  takeover?: string;
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
  /** Open requests to its holders that the caller may see; missing if there are none. */
  requests?: HandOverRequest[];
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

/** Whose draft is kept after a takeover. */
export interface KeptDraft {
  name: string;
  /** Whether the policy shows you the text. */
  readable: boolean;
  /** One sentence for the user. */
  sentence: string;
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

/** How far a request has come. */
export type RequestState = 'open' | 'promised' | 'declined' | 'handed' | 'withdrawn' | 'lapsed';

/** A request to one holder to hand over. What the reader may not know of the holder is null. */
export interface HandOverRequest {
  id: string;
  resource: string;
  state: RequestState;
  asker: string | null;
  askerOwner: string | null;
  holder: string | null;
  holderOwner: string | null;
  fence: number | null;
  message: string;
  asked: string;
  /** When a person was shown it; null if that is not known. */
  shown: string | null;
  /** When the holder hands over at the latest, or null. */
  until: string | null;
  reply: string;
  ended: string | null;
}

/** What became of a request. */
export interface AskingAnswer {
  state: RequestState;
  until: string | null;
  reply: string;
  /** The name of the holder that said it; null if it is hidden. */
  holder: string | null;
  shown: boolean;
  /** One for each holder. */
  requests: HandOverRequest[];
}

interface AskingEvents {
  answer: CustomEvent<AskingAnswer>;
}

/** A request of this tab or program to the holders of a resource. */
export class Asking extends EventTarget {
  private constructor();
  readonly resource: string;
  readonly state: RequestState;
  readonly answer: AskingAnswer;
  /** Resolves when the request has ended: to the hold that was handed over, or to null. */
  readonly hold: Promise<Hold | null>;
  /** Asks no more. Resolves to whether the request was open. */
  withdraw(): Promise<boolean>;
  addEventListener<K extends keyof AskingEvents>(name: K, listener: (event: AskingEvents[K]) => void, options?: boolean | AddEventListenerOptions): void;
  addEventListener(name: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | AddEventListenerOptions): void;
}

export interface AskOptions {
  /** Some words for the holder. */
  message?: string;
  /** What others are shown beside the name once it is handed over. */
  note?: string;
  mode?: 'exclusive' | 'shared';
}

interface HoldEvents {
  countdown: CustomEvent<{ timeLeft: number | null; remaining: number | null }>;
  warning: CustomEvent<{ timeLeft: number }>;
  lost: CustomEvent<Loss>;
  /** `to`: to whom it was handed over, if it was. */
  released: CustomEvent<{ to?: string | null }>;
  requests: CustomEvent<{ requests: HandOverRequest[] }>;
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
  /** After a takeover: whose drafts are kept. */
  readonly kept: KeptDraft[];
  /** The drafts that its takeover left. The text is null unless the policy shows it. */
  keptDrafts(): Promise<{ name: string; sentence: string; text: string | null; saved: string | null }[]>;
  /** The requests to hand it over that have no final answer, the oldest first. */
  readonly requests: HandOverRequest[];
  /** Calls back with each request, once. While the page is seen, the asker learns that it was shown. Returns a function that stops it. */
  onRequest(callback: (request: HandOverRequest) => void): () => void;
  /** Answers a request. Resolves to the request as it is then; to null if it has ended. */
  answer(request: HandOverRequest, answer: 'now' | 'in' | 'no', options?: { within?: Wait; message?: string }): Promise<HandOverRequest | null>;
  /** Sets whether others may ask for it. False if it is not held any more. */
  mute(muted?: boolean): Promise<boolean>;
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
  requests: CustomEvent<{ resource: string; requests: HandOverRequest[] }>;
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
  /** Asks the holders of a resource to hand it over. Rejects with a Refusal if no holder is asked. */
  ask(resource: string, options?: AskOptions): Promise<Asking>;
  /** True if the browser notifies a person who looks elsewhere: who waits, asks or is asked. */
  readonly notifies: boolean;
  /** Allows notifications of the browser, or ends them. To be called at a click. Resolves to whether they will come. */
  notify(wanted?: boolean): Promise<boolean>;
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
  kept(kept: KeptDraft): string;
  free(): string;
  unnamed(): string;
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
  /** A request as its receiver reads it. */
  asks(request: HandOverRequest): string;
  /** What the receiver has promised. */
  youPromised(request: HandOverRequest): string;
  /** What became of a request, for its asker. */
  answered(answer: AskingAnswer & { resource: string }): string;
  requests(): string;
  more(count: number): string;
  handOver(): string;
  inMinutes(minutes: number): string;
  notNow(): string;
  why(): string;
  askFor(): string;
  words(): string;
  send(): string;
  back(): string;
  withdraw(): string;
  understood(): string;
  notify(): string;
  notifyNoMore(): string;
  yours(resources: string[]): string;
}

/** The messages in English. */
export const english: Messages;

/** Connects to a server. */
export function connect(options?: Options): Holdfast;
