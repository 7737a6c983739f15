// All articles, and who is editing which.

import { get } from './api.js';
import { changes, editing } from './feed.js';
import { $, element, show, time } from './parts.js';

let articles = [];

export function badge(one) {
  return one.mine
    ? element('span', { className: 'editing mine', textContent: `you are editing since ${time(one.since)}` })
    : element('span', { className: 'editing', textContent: `${one.name} is editing since ${time(one.since)}` });
}

export async function open() {
  show('list');
  articles = await get('/articles');
  draw();
}

function draw() {
  $('articles').replaceChildren(...articles.map(article => {
    const now = editing.get(article.id);
    const saved = article.savedAt ? `saved by ${article.savedBy} at ${time(article.savedAt)}` : '';
    const item = element('li', {},
      element('a', { className: 'headline', href: `#/articles/${article.id}`, textContent: article.headline }),
      element('span', { className: 'saved' }, `${article.metadata.desk} · ${saved} `, now ? badge(now) : ''),
      element('a', { className: 'button', href: `#/articles/${article.id}/edit`, textContent: now?.mine ? 'Go on' : 'Edit' }));
    item.dataset.article = article.id;
    return item;
  }));
}

changes.addEventListener('editing', async () => {
  if ($('list').hidden) return;
  draw();
  articles = await get('/articles');
  draw();
});
