// Somebody else works on it: who, since when, until when, and what can be done.

import { post } from './api.js';
import { $, show } from './parts.js';
import { ask } from './question.js';
import { changes, work } from './queue.js';

let now = {};

export function open(problem) {
  now = problem;
  $('busy-title').textContent = `Policy ${problem.policy}`;
  $('busy-sentence').textContent = problem.detail;
  $('busy-asked').hidden = true;
  $('busy-ask').hidden = false;
  $('busy-ask').disabled = false;
  show('busy');
  $('busy-again').focus();
}

$('busy-again').onclick = () => dispatchEvent(new HashChangeEvent('hashchange'));

$('busy-ask').onclick = async () => {
  const reason = await ask(`${now.name} and the supervisor will read it. Why do you need policy ${now.policy}?`, 'Request');
  if (reason === null) return;
  await post(`/policies/${now.policy}/release-requests`, { reason });
  $('busy-ask').disabled = true;
  $('busy-asked').textContent = `${now.name} and the supervisor have been asked. This page says when the policy is free.`;
  $('busy-asked').hidden = false;
};

changes.addEventListener('queue', () => {
  if ($('busy').hidden || work(now.policy)) return;
  $('busy-sentence').textContent = 'It is free now.';
  $('busy-ask').hidden = true;
  $('busy-asked').hidden = true;
});
