import type { Hold, Holdfast } from './holdfast.js';

/**
 * `<holdfast-editing resource="…" ask losses notify>`: shows who is editing a resource, live, lets people ask for it and answer, and tells
 * of a loss and of the texts that a takeover left. Event
 * `granted`, after a request was granted: `CustomEvent<{ hold: Hold }>`.
 */
export class HoldfastEditing extends HTMLElement {
  /** The connection to use instead of the attribute `server`. */
  holdfast: Holdfast;
}

declare global {
  interface HTMLElementTagNameMap {
    'holdfast-editing': HoldfastEditing;
  }
  interface HTMLElementEventMap {
    granted: CustomEvent<{ hold: Hold }>;
  }
}
