// The game: who one is, one's scenes, and one of them at a time. The address says which.
import { connect } from './holdfast.js';
import { get, post } from './parts/calls.js';
import { $, paint, say } from './parts/dom.js';
import { startPosts } from './parts/posts.js';
import { startQuestions } from './parts/question.js';
import { Scene } from './parts/scene.js';
import { hideScenes, showScenes, startScenes } from './parts/scenes.js';
import { signIn } from './parts/signin.js';
import { startTheme } from './parts/theme.js';
import { clock } from './parts/times.js';

const PAUSE = 3_000;

let me = null;
let holdfast = null;
let scene = null;
let going = Promise.resolve(); // one place after the other

/** Shows whether what is on the page is live: '', 'live' or 'broken', and since when. */
function connection(state, since = null) {
  $('connection').className = state;
  const broken = since === null ? 'not live, trying again' : `not live since ${clock(since, true)}, trying again`;
  say($('connection-text'), state === 'broken' ? broken : state);
}

const pause = () => new Promise(resolve => setTimeout(resolve, PAUSE));

/** Who is signed in; null if no player is. */
async function whoAmI() {
  for (;;) {
    try {
      return await get('me');
    } catch (trouble) {
      if (trouble.status === 401) return null;
      connection('broken');
      await pause();
    }
  }
}

async function enter() {
  me = (await whoAmI()) ?? (await signIn());
  connection('');
  $('who').hidden = false;
  $('who-name').textContent = me.username;
  paint($('who-avatar'), me.username, me.userId);
  holdfast = connect();
  go(await holdfast.resume());
}

/** Goes where the address says. */
function go(before = []) {
  going = going.then(async () => {
    const left = scene;
    scene = null;
    await left?.close();
    hideScenes();
    connection('');
    const [, id] = /^#scene\/([\w-]+)$/.exec(location.hash) ?? [];
    if (id) {
      scene = new Scene({ id, me, holdfast, connection });
      await scene.open(before);
    } else {
      await Promise.all(before.map(hold => hold.release().catch(() => {})));
      await showScenes();
    }
    if (!before.length) $('main').focus({ preventScroll: true });
  }).catch(trouble => {
    console.warn(trouble);
    if (trouble.status === 0) {
      connection('broken');
      setTimeout(go, PAUSE);
    } else {
      location.hash = ''; // there is no such scene, or it is none of ours
    }
  });
}

async function signOut() {
  const left = scene;
  scene = null;
  await left?.close();
  await holdfast.close();
  await post('sign-out').catch(() => {});
  location.hash = '';
  location.reload();
}

// Signed out elsewhere, or another player signed in with this browser.
document.addEventListener('signed-out', () => me && location.reload());
document.addEventListener('visibilitychange', async () => {
  if (document.hidden || !me) return;
  const { userId } = await get('me').catch(() => me);
  if (userId !== me.userId) location.reload();
});

addEventListener('hashchange', () => me && go());
$('sign-out').addEventListener('click', signOut);
$('skip').addEventListener('click', event => {
  event.preventDefault();
  $('main').focus();
});
startTheme();
startQuestions();
startScenes();
startPosts();
await enter();
