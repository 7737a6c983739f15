// Who edits what, live. Views listen for 'editing' and 'asked'; `editing` has the latest, by article.

import { $ } from './parts.js';

export const changes = new EventTarget();
export const editing = new Map();
let source;

export function open() {
  close();
  source = new EventSource('/editing');
  $('connection').hidden = false;
  state(false);
  source.onopen = () => state(true);
  source.onerror = () => state(false);
  source.addEventListener('editing', event => {
    editing.clear();
    for (const one of JSON.parse(event.data)) editing.set(one.article, one);
    changes.dispatchEvent(new Event('editing'));
  });
  source.addEventListener('asked', event => changes.dispatchEvent(Object.assign(new Event('asked'), { ask: JSON.parse(event.data) })));
}

export function close() {
  source?.close();
  editing.clear();
  $('connection').hidden = true;
}

function state(live) {
  $('connection').className = live ? 'live' : '';
  $('connection-text').textContent = live ? 'live' : 'connecting …';
}
