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

// A row is changed in place: a new one would not have the focus, and a key that is pressed would go nowhere.
function draw() {
  const list = $('articles');
  const rows = new Map([...list.children].map(row => [Number(row.dataset.article), row]));
  articles.forEach((article, place) => {
    const row = rows.get(article.id) ?? begun(article.id);
    rows.delete(article.id);
    fill(row, article);
    if (list.children[place] !== row) list.insertBefore(row, list.children[place] ?? null);
  });
  rows.forEach(row => row.remove());
}

function begun(id) {
  const row = element('li', {},
    element('a', { className: 'headline', href: `#/articles/${id}` }),
    element('span', { className: 'saved' }),
    element('a', { className: 'button', href: `#/articles/${id}/edit` }));
  row.dataset.article = id;
  return row;
}

function fill(row, article) {
  const [headline, saved, button] = row.children;
  const now = editing.get(article.id);
  const last = article.savedAt ? `saved by ${article.savedBy} at ${time(article.savedAt)}` : '';
  headline.textContent = article.headline;
  saved.replaceChildren(`${article.metadata.desk} · ${last} `, now ? badge(now) : '');
  button.textContent = now?.mine ? 'Go on' : 'Edit';
}

changes.addEventListener('editing', async () => {
  if ($('list').hidden) return;
  draw();
  articles = await get('/articles');
  draw();
});
