// Choosing who one is. There are no passwords: it is a game among friends.
import { get, post } from './calls.js';
import { $, avatar, button, make } from './dom.js';

/** Shows the choice; resolves to {userId, username} once a player has signed in. */
export async function signIn() {
  $('sign-in').hidden = false;
  $('sign-in-error').textContent = '';
  $('username').value = '';
  const { promise, resolve } = deferred();
  const enter = async asked => {
    try {
      resolve(await asked());
    } catch (trouble) {
      $('sign-in-error').textContent = trouble.message;
    }
  };
  $('new-user').onsubmit = event => {
    event.preventDefault();
    enter(() => post('users', { username: $('username').value.trim() }));
  };
  await list(userId => enter(() => post('sign-in', { userId })));
  const me = await promise;
  $('sign-in').hidden = true;
  return me;
}

function deferred() {
  let resolve;
  const promise = new Promise(done => { resolve = done; });
  return { promise, resolve };
}

async function list(choose) {
  try {
    const { users } = await get('users');
    users.sort((a, b) => a.username.localeCompare(b.username));
    $('users').replaceChildren(...users.map(({ userId, username }) => {
      const choice = button('', 'person', () => choose(userId));
      choice.append(avatar(username, userId), make('span', 'name', username));
      return make('li', '', choice);
    }));
    ($('users').querySelector('button') ?? $('username')).focus();
  } catch (trouble) {
    $('sign-in-error').textContent = trouble.message;
  }
}
