// The frame of all pages: who looks, whether the picture is live, and which page is shown.
import { prepareDialog } from './ui/ask.js';
import { ContentionPage } from './ui/contention.js';
import { $, put } from './ui/dom.js';
import { Live } from './ui/live.js';
import { LocksPage } from './ui/locks.js';
import { OwnerPage } from './ui/owner.js';
import { ResourcePage } from './ui/resource.js';
import { problemOf, send, session } from './ui/session.js';
import { TokensPage } from './ui/tokens.js';

const pages = { '': LocksPage, resource: ResourcePage, owner: OwnerPage, contention: ContentionPage, tokens: TokensPage };
const path = location.pathname.split('/').at(-1);
const name = path in pages ? path : '';
const main = document.querySelector('main');
let page = null;
let store = '';

function connection(state, text) {
  $('connection').className = state;
  put($('connection-text'), text);
}

const live = new Live({
  said: connection,
  lock: lock => page?.lock(lock),
  reload: () => page?.load(),
  refused: () => again(), // perhaps the session is over
});

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
    // Without a session before there is nothing to explain.
    askToSignIn(session.who || sessionStorage.getItem('holdfast-signed-in') ? await problemOf(answer) : '');
  } else {
    if (answer) connection('broken', await problemOf(answer));
    again();
  }
}

function welcome(who) {
  const here = page !== null && session.who?.user === who.user;
  session.who = who;
  if (who.signedIn) sessionStorage.setItem('holdfast-signed-in', 'true');
  $('who').hidden = !who.signedIn;
  put($('who-name'), who.name);
  put($('version'), who.version ? `Holdfast ${who.version}` : '');
  $('to-tokens').hidden = !who.tokens;
  $('sign-in').hidden = true;
  $('nav').hidden = false;
  main.hidden = false;
  if (!here) showPage();
  if (who.rights.length === 0) {
    connection('broken', 'you have no rights here; ask the operator of this server');
    return;
  }
  live.open();
}

function showPage() {
  leavePage();
  main.replaceChildren($(`page-${name || 'locks'}`).content.cloneNode(true));
  $('nav').querySelectorAll('a').forEach(link => link.toggleAttribute('aria-current', link.getAttribute('href') === (name || './')));
  $('nav').querySelector('[aria-current]')?.setAttribute('aria-current', 'page');
  page = new pages[name]();
  page.start(store);
}

function leavePage() {
  page?.stop();
  page = null;
  main.replaceChildren();
}

function askToSignIn(why) {
  const first = $('sign-in').hidden;
  sessionStorage.removeItem('holdfast-signed-in');
  live.close();
  leavePage();
  session.who = null;
  $('ask').close();
  $('who').hidden = true;
  $('nav').hidden = true;
  main.hidden = true;
  $('sign-in').hidden = false;
  if (first || why) put($('sign-in-error'), why);
  connection('', 'not signed in');
  if (first) $('sign-in-token').focus();
}

$('sign-in').querySelector('form').addEventListener('submit', async event => {
  event.preventDefault();
  const token = $('sign-in-token').value.trim();
  const answer = await send('v1/session', 'POST', {}, { Authorization: `Bearer ${token}` });
  if (answer?.ok) {
    $('sign-in-token').value = '';
    put($('sign-in-error'), '');
    welcome(await answer.json());
    main.querySelector('input, a, button')?.focus();
  } else {
    askToSignIn(await problemOf(answer));
    $('sign-in-token').select();
  }
});

$('sign-out').addEventListener('click', async () => {
  const answer = await send('v1/session', 'DELETE');
  if (answer?.ok || answer?.status === 401) askToSignIn('');
  else connection('broken', await problemOf(answer));
});

const theme = localStorage.getItem('holdfast-theme') ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
document.documentElement.dataset.theme = theme;
$('theme').addEventListener('click', () => {
  const next = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
  document.documentElement.dataset.theme = next;
  localStorage.setItem('holdfast-theme', next);
});

document.addEventListener('keydown', event => {
  if ($('ask').open || event.ctrlKey || event.metaKey || event.altKey) return;
  const typing = event.target.matches('input, select, textarea');
  if (event.key === '/' && !typing) {
    const search = main.querySelector('input[type=search]');
    if (search) event.preventDefault();
    search?.focus();
  } else {
    page?.key?.(event, typing);
  }
});

prepareDialog();
fetch('health').then(answer => answer.json()).then(health => {
  store = health.store ?? '';
  put($('store'), store);
  if (page) page.store = store;
  page?.arrange?.();
}).catch(() => {});
enter();
