// The scenes that one leads or plays in.
import { get, post } from './calls.js';
import { $, make } from './dom.js';

export async function showScenes() {
  $('scenes').hidden = false;
  $('scenes-error').textContent = '';
  document.title = 'Play by post';
  try {
    const { scenes } = await get('scenes');
    $('scene-list').replaceChildren(...scenes.map(row));
    $('no-scenes').hidden = scenes.length > 0;
  } catch (trouble) {
    $('scenes-error').textContent = trouble.message;
  }
}

export function hideScenes() {
  $('scenes').hidden = true;
}

function row({ sceneId, title, gameMaster, oneAtATime }) {
  const link = make('a', '', make('span', 'name', title));
  link.href = `#scene/${sceneId}`;
  if (gameMaster) link.append(make('span', 'badge', 'game master'));
  if (oneAtATime) link.append(make('span', 'badge line', 'one at a time'));
  return make('li', '', link);
}

export function startScenes() {
  $('new-scene').addEventListener('submit', async event => {
    event.preventDefault();
    $('scenes-error').textContent = '';
    try {
      const { sceneId } = await post('scenes', { title: $('scene-title-new').value.trim(), oneAtATime: $('one-at-a-time').checked });
      $('new-scene').reset();
      location.hash = `#scene/${sceneId}`;
    } catch (trouble) {
      $('scenes-error').textContent = trouble.message;
    }
  });
}
