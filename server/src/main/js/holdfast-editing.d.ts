import type { Holdfast } from './holdfast.js';

/** `<holdfast-editing resource="…">`: shows who is editing a resource, live. */
export class HoldfastEditing extends HTMLElement {
  /** The connection to use instead of the attribute `server`. */
  holdfast: Holdfast;
}

declare global {
  interface HTMLElementTagNameMap {
    'holdfast-editing': HoldfastEditing;
  }
}
