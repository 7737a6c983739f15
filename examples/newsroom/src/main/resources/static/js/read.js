// One article, to read. Reading needs no lock.

import { get } from './api.js';
import { changes, editing } from './feed.js';
import { badge } from './list.js';
import { $, element, show } from './parts.js';

let id;

export async function open(article) {
  id = article;
  await draw();
  show('read');
}

async function draw() {
  const article = await get(`/articles/${id}`);
  $('read-desk').textContent = article.metadata.desk;
  $('read-headline').textContent = article.headline;
  $('read-byline').textContent = article.metadata.byline;
  $('read-sections').replaceChildren(...article.sections.map(section => element('section', {},
    element('h2', { textContent: section.title, hidden: !section.title }),
    element('p', { textContent: section.text }),
    element('a', { href: `#/sections/${section.id}/edit`, textContent: 'Edit from here' }))));
  $('read-tags').replaceChildren(...article.tags.map(tag => element('span', { textContent: tag })));
  $('read-edit').href = `#/articles/${id}/edit`;
  const now = editing.get(id);
  $('read-editing').hidden = !now;
  if (now) {
    const label = badge(now);
    $('read-editing').className = label.className;
    $('read-editing').textContent = label.textContent;
  }
}

changes.addEventListener('editing', () => { if (!$('read').hidden) draw(); });
