// Which view is shown: by who is signed in, and by what stands behind the # in the address.

import { get, post } from './api.js';
import * as edit from './edit.js';
import * as feed from './feed.js';
import * as list from './list.js';
import { $, element, notice, show } from './parts.js';
import { leaveUnsaved } from './question.js';
import * as read from './read.js';

// In which time zone the server's sentences are read.
document.cookie = `zone=-/${Intl.DateTimeFormat().resolvedOptions().timeZone}; path=/; SameSite=Strict`;

let me = null;

async function route() {
  await edit.leave();
  const [, kind, id, editing] = location.hash.split('/');
  try {
    if (!me) await signIn();
    else if (editing === 'edit') await edit.open(`/${kind}/${id}/edit`, me);
    else if (kind === 'articles' && id) await read.open(Number(id));
    else await list.open();
  } catch (problem) {
    if (problem.status === 401) return signedOut();
    show('list');
    notice(problem.detail ?? String(problem));
  }
}

async function signIn() {
  const people = await get('/session/people');
  $('people').replaceChildren(...people.map(person => {
    const button = element('button', { type: 'button' }, person.name, ' ',
      element('small', { textContent: person.lead ? 'editor in chief, may release articles' : 'editor' }));
    button.onclick = async () => begin(await post('/session/sign-in', { id: person.id }));
    return element('li', {}, button);
  }));
  show('sign-in');
}

function begin(person) {
  me = person;
  $('who').hidden = false;
  $('who-name').textContent = person.name;
  notice('');
  feed.open();
  route();
}

function signedOut() {
  me = null;
  $('who').hidden = true;
  feed.close();
  signIn();
}

$('sign-out').onclick = async () => {
  if (edit.unsaved() && !await leaveUnsaved('What you wrote')) return;
  await post('/session/sign-out');
  notice('');
  await edit.leave();
  signedOut();
};

addEventListener('hashchange', () => {
  if (!location.hash.startsWith('#/articles/') || location.hash.endsWith('/edit')) notice('');
  route();
});
addEventListener('beforeunload', event => { if (edit.unsaved()) event.preventDefault(); });

get('/session').then(begin, () => signIn());
