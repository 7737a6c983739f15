// Another person works on it, or oneself in another browser: who, since when, until when, and what can be done.

import { post } from './api.js';
import { $, notice, show, time } from './parts.js';
import { ask } from './question.js';
import { changes, work } from './queue.js';

let now = {};

/** The server sends moments; their zone and language are the reader's. */
function sentence({ mine, policy, name, since, until }) {
  if (mine) return `You have been working on policy ${policy} in another browser since ${time(since)}. Move it here, or go on there.`;
  return `Policy ${policy} has been with ${name} since ${time(since)}. It is free when ${name} saves, cancels or signs out, and at ${time(until)} at the latest.`;
}

export function open(problem) {
  now = problem;
  $('busy-title').textContent = `Policy ${problem.policy}`;
  $('busy-sentence').textContent = sentence(problem);
  $('busy-asked').hidden = true;
  $('busy-ask').hidden = problem.mine;
  $('busy-move').hidden = !problem.mine;
  $('busy-ask').disabled = false;
  show('busy');
  $(problem.mine ? 'busy-move' : 'busy-again').focus();
}

$('busy-again').onclick = () => dispatchEvent(new HashChangeEvent('hashchange'));

/** The other browser is told, and shows what is not saved there. */
$('busy-move').onclick = async () => {
  await post(`/policies/${now.policy}/move`).catch(problem => notice(problem.detail));
  dispatchEvent(new HashChangeEvent('hashchange'));
};

$('busy-ask').onclick = async () => {
  const reason = await ask({
    title: `Request policy ${now.policy}?`, about: `${now.name} and the supervisor read why you need it.`, reason: true, keep: 'Back', yes: 'Request',
  });
  if (reason === null) return;
  await post(`/policies/${now.policy}/release-requests`, { reason });
  $('busy-ask').disabled = true;
  $('busy-asked').textContent = `${now.name} and the supervisor have been asked. This page says when the policy is free.`;
  $('busy-asked').hidden = false;
};

changes.addEventListener('queue', () => {
  if ($('busy').hidden || work(now.policy)) return;
  $('busy-sentence').textContent = 'It is free now.';
  for (const offer of ['busy-ask', 'busy-move', 'busy-asked']) $(offer).hidden = true;
});
