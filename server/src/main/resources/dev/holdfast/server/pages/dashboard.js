// The dashboard: a live list of locks, a picture of the last hours, and what happened. What others wrote is only ever shown as text.
import { matches } from './search.js';
import { drawTimeline, shown } from './timeline.js';

const $ = id => document.getElementById(id);
const locks = new Map(); // resource -> {lock, row}
let clockSkew = 0; // the store's clock minus ours, in milliseconds
const wanted = { text: '', state: '' };
let hours = 0.25;
let store = '';
let session = null; // who we are, once the server has said so
let events = null; // what tells us of changes, while we listen

const make = (tag, className, text) => {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = shown(text);
  return element;
};

const now = () => Date.now() + clockSkew;

/** To be called with what was current a moment ago. */
function tellTime(lock) {
  clockSkew = Date.parse(lock.asOf) - Date.now();
}

function duration(milliseconds) {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return minutes < 10 ? `${minutes} min ${seconds % 60} s` : `${minutes} min`;
  const whole = Math.floor(minutes / 60);
  return whole < 48 ? `${whole} h ${minutes % 60} min` : `${Math.floor(whole / 24)} days`;
}

const clock = moment => new Date(moment).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });

// --- The list ---

function show(lock, fresh) {
  if (fresh) tellTime(lock);
  const known = locks.get(lock.resource);
  if (lock.free && lock.waiting === 0) {
    known?.row.remove();
    locks.delete(lock.resource);
  } else {
    const row = known?.row ?? make('li');
    row.tabIndex = -1;
    row.dataset.resource = lock.resource;
    fill(row, lock);
    if (fresh) {
      row.classList.remove('fresh');
      requestAnimationFrame(() => row.classList.add('fresh'));
    }
    if (!known) place(row);
    locks.set(lock.resource, { lock, row });
  }
}

function place(row) {
  const after = [...$('locks').children].find(other => other.dataset.resource > row.dataset.resource);
  $('locks').insertBefore(row, after ?? null);
}

function fill(row, lock) {
  const name = make('div', 'name', lock.resource);
  if (lock.holders.some(holder => holder.mode === 'shared')) name.append(make('span', 'badge line', 'shared'));
  if (lock.waiting > 0) {
    const line = make('span', 'badge line', lock.waiting === 1 ? '1 waits' : `${lock.waiting} wait`);
    line.title = lock.queue.map(nameOf).join(', ');
    name.append(line);
  }
  const holders = make('div', 'holders');
  for (const holder of lock.holders.slice(0, 5)) {
    const who = make('div', 'who', nameOf(holder));
    if (holder.state !== 'live') who.append(make('span', `badge ${holder.state}`, holder.state));
    holders.append(who, make('div', 'since'));
    if (holder.note) holders.append(make('div', 'note', holder.note));
  }
  if (lock.holders.length > 5) holders.append(make('div', 'note', `and ${lock.holders.length - 5} more`));
  const lease = make('div', 'lease');
  const drain = make('div', 'drain');
  drain.append(make('i'));
  lease.append(drain, make('div', 'left'));
  const act = actOn(lock);
  row.replaceChildren(name, holders, lease, act);
  tick(row, lock);
}

/** Returns the name of a holder. The policy may hide it. */
function nameOf(holder) {
  return holder.name ?? 'somebody';
}

/** Returns the button of a lock: an administrator releases any lock, other users their own. */
function actOn(lock) {
  const mine = !may('admin', lock.resource) && lock.holders.some(holder => holder.mine);
  const act = make('button', mine ? 'act' : 'act danger', mine ? 'Release mine' : 'Release…');
  act.type = 'button';
  act.hidden = !mine && !may('admin', lock.resource);
  act.setAttribute('aria-label', `${mine ? 'Release my lock on' : 'Release'} ${shown(lock.resource)}`);
  act.addEventListener('click', () => mine
    ? send(`v1/locks/${encodeURIComponent(lock.resource)}`, 'DELETE')
    : askRelease(lock.resource));
  return act;
}

function tick(row, lock) {
  const at = now();
  row.querySelectorAll('.since').forEach((line, i) => {
    const since = lock.holders[i].since;
    line.textContent = since ? `since ${clock(since)}, ${duration(at - Date.parse(since))}` : '';
  });
  const ends = lock.holders.map(holder => holder.until && Date.parse(holder.until)).filter(Boolean);
  const drain = row.querySelector('.drain');
  const text = row.querySelector('.left');
  if (ends.length === 0) {
    drain.className = 'drain none';
    text.textContent = lock.holders.length ? 'no time limit' : 'about to be taken up';
    return;
  }
  const end = Math.min(...ends);
  const from = Math.max(...lock.holders.map(holder => Date.parse(holder.seen ?? holder.since)));
  const left = Math.max(0, Math.min(1, (end - at) / Math.max(1, end - from)));
  drain.className = left < 0.2 ? 'drain short' : 'drain';
  drain.firstChild.style.width = `${(left * 100).toFixed(1)}%`;
  text.textContent = end > at ? `${duration(end - at)} left` : 'its time is up';
}

function filter() {
  let visible = 0;
  for (const entry of locks.values()) {
    entry.row.hidden = !matches(entry.lock, wanted);
    entry.row.style.display = entry.row.hidden ? 'none' : '';
    if (!entry.row.hidden) visible++;
  }
  $('count').textContent = locks.size === visible ? `${visible}` : `${visible} of ${locks.size}`;
  $('empty').hidden = visible > 0;
  $('empty').textContent = locks.size ? 'No lock fits the filter.' : `Nothing is locked.\nTry:  holdfast run Chapter_01 ${store ? `--store ${store} ` : ''}-- sleep 60`;
}

setInterval(() => locks.forEach(({ lock, row }) => row.hidden || tick(row, lock)), 1000);

// Renewals are not told as they happen; a look now and then brings the new ends.
let toldMeanwhile = null; // resources that an event was about while the answer was on its way: the event is newer
async function refresh() {
  if (!session || toldMeanwhile) return;
  const told = toldMeanwhile = new Set();
  try {
    const answer = await fetch(`v1/locks?limit=10000&prefix=${encodeURIComponent(prefix())}`, { signal: AbortSignal.timeout(20_000) });
    if (answer.ok) {
      const { locks: all } = await answer.json();
      if (!session) return; // signed out meanwhile
      if (all.length) tellTime(all[0]);
      all.filter(lock => !told.has(lock.resource)).forEach(lock => show(lock, false));
    }
    filter();
  } catch {
    // The event stream says when the server is away.
  } finally {
    toldMeanwhile = null;
  }
}
setInterval(refresh, 20_000);

// --- Live events ---

function connection(state, text) {
  $('connection').className = state;
  $('connection-text').textContent = text;
}

function listen() {
  events?.close();
  events = new EventSource(`v1/events?prefix=${encodeURIComponent(prefix())}`);
  let snapshot = null;
  events.addEventListener('snapshot', () => { snapshot = new Set(); });
  events.addEventListener('lock', event => {
    const lock = JSON.parse(event.data);
    snapshot?.add(lock.resource);
    toldMeanwhile?.add(lock.resource);
    show(lock, snapshot === null);
    if (snapshot === null) {
      filter();
      soon();
    }
  });
  events.addEventListener('ready', () => {
    if (snapshot) {
      [...locks.keys()].filter(resource => !snapshot.has(resource)).forEach(resource => {
        locks.get(resource).row.remove();
        locks.delete(resource);
        toldMeanwhile?.add(resource);
      });
    }
    snapshot = null;
    connection('live', 'live');
    filter();
    refresh();
    past();
  });
  events.addEventListener('error', event => {
    if (event.target !== events) return; // signed out meanwhile
    connection('broken', 'connection lost, trying again');
    if (events.readyState === EventSource.CLOSED) again(); // refused: perhaps the session is over
  });
}

// --- Who we are ---

const may = (role, resource) => {
  const roles = ['reader', 'editor', 'admin'];
  return session.rights.some(right => roles.indexOf(right.role) >= roles.indexOf(role)
    && (right.exact ? resource === right.prefix : resource.startsWith(right.prefix)));
};

/** With what the names of all begin that we may see: of several prefixes the first, since one can only listen to one. */
const prefix = () => may('reader', '') ? '' : session.rights[0]?.prefix ?? '';

/** Asks the server for something that changes something. */
const send = (path, method, body, headers = {}) => fetch(path, {
  method,
  headers: { 'Content-Type': 'application/json', ...(session?.csrf && { 'X-Holdfast-CSRF': session.csrf }), ...headers },
  body,
}).catch(() => null);

let retry = 0;
function again() {
  clearTimeout(retry);
  retry = setTimeout(enter, 3000);
}

async function enter() {
  clearTimeout(retry);
  const answer = await fetch('v1/session').catch(() => null);
  if (answer?.ok) {
    welcome(await answer.json());
  } else if (answer?.status === 401) {
    askToSignIn('');
  } else {
    connection('broken', answer ? (await answer.json()).detail : 'connection lost, trying again');
    again();
  }
}

function welcome(who) {
  session = who;
  $('who').hidden = !who.signedIn;
  $('who-name').textContent = who.name;
  $('sign-in').hidden = true;
  document.querySelector('main').hidden = false;
  if (who.rights.length === 0) {
    connection('broken', 'you have no rights here; ask the operator of this server');
    return;
  }
  filter();
  listen();
}

function askToSignIn(error) {
  const anew = $('sign-in').hidden;
  session = null;
  events?.close();
  events = null;
  locks.forEach(entry => entry.row.remove());
  locks.clear();
  $('history').replaceChildren();
  $('timeline').replaceChildren();
  $('release').close();
  $('who').hidden = true;
  document.querySelector('main').hidden = true;
  $('sign-in').hidden = false;
  $('sign-in-error').textContent = error;
  connection('', 'not signed in');
  if (anew) $('sign-in-token').focus();
}

$('sign-in').querySelector('form').addEventListener('submit', async event => {
  event.preventDefault();
  const token = $('sign-in-token').value.trim();
  const answer = await send('v1/session', 'POST', '{}', { Authorization: `Bearer ${token}` });
  if (answer?.ok) {
    $('sign-in-token').value = '';
    welcome(await answer.json());
    $('search').focus();
  } else {
    askToSignIn(answer ? (await answer.json()).detail : 'The server cannot be reached.');
    $('sign-in-token').select();
  }
});

$('sign-out').addEventListener('click', async () => {
  const answer = await send('v1/session', 'DELETE');
  if (answer?.ok || answer?.status === 401) {
    askToSignIn('');
  } else {
    connection('broken', answer ? (await answer.json()).detail : 'The server cannot be reached.');
  }
});

// --- The past ---

let pending = 0;
function soon() {
  clearTimeout(pending);
  pending = setTimeout(past, 300);
}

const words = {
  acquired: 'took', 'handed-over': 'was handed', released: 'gave back', expired: 'ran out of time for', died: 'ended without giving back',
  forced: 'lost', overridden: 'lost', cleared: 'lost', lost: 'lost',
};

async function past() {
  if (!session) return;
  let happened;
  try {
    const answer = await fetch(`v1/history?limit=2000&prefix=${encodeURIComponent(prefix())}`);
    if (!answer.ok) return;
    happened = (await answer.json()).events;
  } catch {
    return;
  }
  if (!session) return; // signed out meanwhile
  happened.sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
  $('history').replaceChildren(...happened.slice(0, 100).map(event => {
    const line = make('li');
    const time = make('time', '', clock(event.at));
    time.dateTime = event.at;
    time.title = new Date(event.at).toLocaleString();
    let text = `${event.name} ${words[event.kind] ?? event.kind} ${event.resource}`;
    if (event.actor && event.actor !== event.name) text += `, by ${event.actor}`;
    if (event.reason) text += `: ${event.reason}`;
    line.append(time, make('span', '', text));
    return line;
  }));
  drawTimeline($('timeline'), happened, [...locks.values()].map(entry => entry.lock), now(), hours);
}
setInterval(past, 60_000);

// --- Releasing ---

let asked = null;
function askRelease(resource) {
  const entry = locks.get(resource);
  if (!entry || !may('admin', resource)) return;
  asked = resource;
  $('release-name').textContent = shown(resource);
  $('release-who').textContent = `${entry.lock.holders.map(nameOf).join(', ') || 'Nobody'} holds it, and is notified immediately.`;
  $('release-reason').value = '';
  $('release-error').textContent = '';
  $('release').showModal();
}

$('release-keep').addEventListener('click', () => $('release').close());

$('release').querySelector('form').addEventListener('submit', async event => {
  event.preventDefault();
  const body = JSON.stringify({ reason: $('release-reason').value });
  const answer = await send(`v1/admin/locks/${encodeURIComponent(asked)}/release`, 'POST', body);
  if (answer?.ok) {
    $('release').close();
  } else {
    $('release-error').textContent = answer ? (await answer.json()).detail : 'The server cannot be reached.';
  }
});

// --- Looks and keys ---

function press(group, button) {
  group.querySelectorAll('button').forEach(other => other.setAttribute('aria-pressed', String(other === button)));
}

document.querySelectorAll('.chips button').forEach(button => button.addEventListener('click', () => {
  press(button.parentElement, button);
  if (button.dataset.hours) {
    hours = Number(button.dataset.hours);
    past();
  } else {
    wanted.state = button.dataset.state;
    filter();
  }
}));

$('search').addEventListener('input', () => {
  wanted.text = $('search').value.trim().toLowerCase();
  filter();
});

const theme = localStorage.getItem('holdfast-theme') ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
document.documentElement.dataset.theme = theme;
$('theme').addEventListener('click', () => {
  const next = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
  document.documentElement.dataset.theme = next;
  localStorage.setItem('holdfast-theme', next);
});

document.addEventListener('keydown', event => {
  const typing = event.target.matches('input') || $('release').open;
  if (event.key === '/' && !typing) {
    event.preventDefault();
    $('search').focus();
  } else if (event.key === 'Escape' && event.target === $('search')) {
    $('search').value = '';
    wanted.text = '';
    filter();
  } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && !$('release').open) {
    const rows = [...$('locks').children].filter(row => !row.hidden);
    const at = rows.indexOf(document.activeElement.closest('#locks > li'));
    const next = rows[event.key === 'ArrowDown' ? at + 1 : Math.max(0, at - 1)];
    if (next) {
      event.preventDefault();
      next.focus();
    }
  } else if (event.key.toLowerCase() === 'r' && !typing && !event.ctrlKey && !event.metaKey) {
    const row = document.activeElement.closest('#locks > li');
    if (row) {
      event.preventDefault();
      askRelease(row.dataset.resource);
    }
  }
});

fetch('health').then(answer => answer.json()).then(health => {
  store = health.store ?? '';
  $('store').textContent = store;
  filter();
}).catch(() => {});
enter();
