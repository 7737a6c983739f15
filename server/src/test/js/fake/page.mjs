// A page that holds something, with all parts of the connection real but the browser and the server.
import { Hold } from '../../../main/js/holdfast/hold.js';
import { Link } from '../../../main/js/holdfast/link.js';
import { BackgroundHeartbeats } from '../../../main/js/holdfast/background-heartbeats.js';
import { StoredHolds } from '../../../main/js/holdfast/tab.js';
import { moment } from '../../../main/js/holdfast/time.js';
import { Browser, listen } from './browser.mjs';

export const RESOURCE = 'policy/12345';
export const RECEIPT = `secret.${RESOURCE}`;

const EVENTS = ['countdown', 'warning', 'lost', 'released', 'disconnected', 'reconnected', 'saved', 'late', 'refused'];

/** What a hold is given by its connection; told collects what it says there. */
export function connection({ user = '' } = {}) {
  const link = new Link('/', null);
  const told = [];
  return {
    link, background: new BackgroundHeartbeats(link), stored: new StoredHolds(link.server), user, debounce: 2_000, warning: 60_000, told,
    tell: (what, hold) => told.push(`${what} ${hold.resource}`),
  };
}

/** A page that was granted a resource just now: {browser, network, server, client, hold, events}. */
export async function holding({ lease, user, prepare = () => {} } = {}) {
  const browser = new Browser();
  const { network, server } = browser;
  if (lease) server.lease = { absolute: null, idle: null, grace: null, ...lease };
  prepare(browser);
  const client = connection({ user });
  const hold = Hold.granted(client, server.grant(RESOURCE), moment());
  const events = listen(hold, ...EVENTS);
  await browser.settle();
  return { browser, network, server, client, hold, events };
}

/** The page was loaded again: what it kept is taken up by a new connection. */
export async function reloaded({ browser }, user) {
  const client = connection({ user });
  const [[receipt, entry]] = client.stored.list();
  const taking = Hold.resumed(client, receipt, entry);
  await browser.settle();
  return { client, entry, taking };
}
