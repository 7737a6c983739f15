// Which view is shown: by who is signed in, and by what stands behind the # in the address.

import { get, post } from './api.js';
import * as edit from './edit.js';
import * as list from './list.js';
import { $, element, notice, show } from './parts.js';
import { leaveUnsaved } from './question.js';
import * as queue from './queue.js';

// In which time zone the server's sentences are read.
document.cookie = `zone=-/${Intl.DateTimeFormat().resolvedOptions().timeZone}; path=/; SameSite=Strict`;

let me = null;

async function route() {
  await edit.leave();
  const [, kind, id] = location.hash.split('/');
  try {
    if (!me) await signIn();
    else if (kind === 'policies' && id) await edit.open(Number(id));
    else await list.open(me);
  } catch (problem) {
    if (problem.status === 401) return signedOut();
    notice(problem.detail ?? String(problem));
  }
}

async function signIn() {
  const people = await get('/session/people');
  $('people').replaceChildren(...people.map(person => {
    const button = element('button', { type: 'button' }, person.name, ' ',
      element('small', { textContent: person.lead ? 'supervisor, may release what others work on' : 'underwriter' }));
    button.onclick = async () => begin(await post('/session/sign-in', { id: person.id }));
    return element('li', {}, button);
  }));
  show('sign-in');
}

function begin(person) {
  me = person;
  $('who').hidden = false;
  $('who-name').textContent = person.name;
  queue.start();
  route();
}

function signedOut() {
  me = null;
  $('who').hidden = true;
  queue.stop();
  edit.forget();
  signIn();
}

$('sign-out').onclick = async () => {
  if (edit.unsaved() && !await leaveUnsaved('What you entered')) return;
  await post('/session/sign-out');
  notice('');
  await edit.leave();
  signedOut();
};

addEventListener('hashchange', () => {
  if (location.hash.startsWith('#/policies/')) notice('');
  route();
});
addEventListener('beforeunload', event => { if (edit.unsaved()) event.preventDefault(); });

get('/session').then(begin, () => signIn());
