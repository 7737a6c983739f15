// The heartbeats of a page that edits, and what it says when it is closed.

import { call, post } from './api.js';

const PAUSE = 30_000;
const SOON = 2_000;
const PATH = '/session/heartbeat';
// The tabs of a browser are one session. If one is closed, another that edits the same keeps the lock.
const tabs = new BroadcastChannel('leaving');
let resource = null;
let again = null;
let timer = 0;

/** Calls ping() now, so that a page which is loaded again keeps what it had, and then every 30 s. */
export function begin(name, ping) {
  end();
  resource = name;
  again = ping;
  timer = setInterval(ping, PAUSE);
  ping();
}

export function end() {
  clearInterval(timer);
  resource = null;
}

export const heartbeat = name => post(PATH, { resources: [name] });

addEventListener('pagehide', () => {
  if (!resource) return;
  call('POST', PATH, { resources: [resource], leaving: true }, { keepalive: true }).catch(() => {});
  tabs.postMessage(resource);
});
addEventListener('pageshow', event => { if (event.persisted && resource) again(); });
tabs.onmessage = ({ data }) => { if (data === resource) setTimeout(again, SOON); };
