import type { Messages } from '../holdfast.js';

/** All messages in German: `connect({ messages: german })`. */
export const german: Messages;
