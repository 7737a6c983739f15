// Another user is editing, or this one in another browser: who, since when, until when, and what can be done.

import { get, post } from './api.js';
import { changes, editing } from './feed.js';
import { $, notice, show, time } from './parts.js';
import { ask } from './question.js';

let now = {};

/** The server sends moments; their zone and language are the reader's. */
function sentence({ mine, name, since, until }) {
  if (mine) return `You have been editing this article in another browser since ${time(since)}. Move it here, or go on there.`;
  return `${name} has been editing this article since ${time(since)}. It is free again at ${time(until)} at the latest: try again then, or ask ${name} to release it.`;
}

export async function open(problem, me) {
  const { article } = problem;
  now = problem;
  const { headline } = await get(`/articles/${article}`);
  $('busy-headline').textContent = headline;
  $('busy-sentence').textContent = sentence(problem);
  $('busy-asked').hidden = true;
  $('busy-ask').textContent = `Ask ${problem.name} to release it`;
  $('busy-ask').hidden = problem.mine;
  $('busy-ask').disabled = false;
  $('busy-move').hidden = !problem.mine;
  $('busy-release').hidden = !me.lead || problem.mine;
  $('busy-read').href = `#/articles/${article}`;
  show('busy');
  $(problem.mine ? 'busy-move' : 'busy-again').focus();
}

$('busy-again').onclick = () => dispatchEvent(new HashChangeEvent('hashchange'));

/** The other browser is told, and keeps what is not saved there, to be copied. */
$('busy-move').onclick = async () => {
  await post(`/articles/${now.article}/move`).catch(problem => notice(problem.detail));
  dispatchEvent(new HashChangeEvent('hashchange'));
};

$('busy-ask').onclick = async () => {
  await post(`/articles/${now.article}/ask`);
  $('busy-ask').disabled = true;
  $('busy-asked').textContent = `${now.name} has been asked. This page says when the article is free.`;
  $('busy-asked').hidden = false;
};

// Released is the hold that the question is about: meanwhile another editor may have the article.
$('busy-release').onclick = async () => {
  const { article, name, fence } = now;
  const reason = await ask({
    title: `Release “${$('busy-headline').textContent}”?`, about: `${name} is editing it, is told why, and keeps the text.`, reason: true, yes: 'Release', danger: true,
  });
  if (reason === null) return;
  try {
    const { released } = await post(`/admin/locks/article/${article}/release`, { reason, fence });
    if (!released) notice(`Nothing was released: ${name} is no longer editing it.`);
  } catch (problem) {
    notice(problem.detail);
  }
};

changes.addEventListener('editing', () => {
  if ($('busy').hidden || editing.has(now.article)) return;
  $('busy-sentence').textContent = 'It is free now.';
  for (const offer of ['busy-ask', 'busy-move', 'busy-release', 'busy-asked']) $(offer).hidden = true;
});
