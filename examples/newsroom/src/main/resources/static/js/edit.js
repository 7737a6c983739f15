// Editing one article under its lock: keeping it, saving, releasing it, losing it.

import { get, put, remove } from './api.js';
import * as busy from './busy.js';
import { changes, editing } from './feed.js';
import * as heartbeats from './heartbeats.js';
import { $, notice, show, time } from './parts.js';

let article = null; // as it was loaded
let lost = false;
let saving = false;
let failed = 0;
let timer = 0;

/** @param path of the article, or of one of its sections */
export async function open(path, person) {
  const section = path.startsWith('/sections/') ? Number(path.split('/')[2]) : null;
  try {
    article = await get(path);
  } catch (problem) {
    if (problem.status !== 423) throw problem;
    return busy.open(problem, person);
  }
  lost = false;
  failed = 0;
  $('edit-kept').hidden = true;
  $('edit-asked').hidden = true;
  fill(article);
  drawState();
  show('edit');
  const parts = [...document.querySelectorAll('.part')];
  const first = parts.find(part => Number(part.dataset.id) === section)?.querySelector('.text') ?? $('edit-headline');
  first.focus();
  keep();
}

/** Leaves the page: what was not saved is gone, and others may edit. */
export async function leave() {
  stop();
  if (article && !lost) await remove(`/articles/${article.id}/edit`).catch(() => {});
  article = null;
}

export const unsaved = () => article !== null && !lost && JSON.stringify(written()) !== JSON.stringify(article);

function keep() {
  stop();
  heartbeats.begin(`article/${article.id}`, ping);
  timer = setInterval(drawLeft, 1000);
  drawLeft();
}

function stop() {
  heartbeats.end();
  clearInterval(timer);
}

// --- The form ---

function fill({ headline, metadata, sections, tags }) {
  $('edit-headline').value = headline;
  $('edit-desk').value = metadata.desk;
  $('edit-byline').value = metadata.byline;
  $('edit-tags').value = tags.join(', ');
  $('edit-sections').replaceChildren();
  sections.forEach(add);
}

function add({ id, title, text }) {
  const part = $('section-fields').content.firstElementChild.cloneNode(true);
  part.dataset.id = id;
  part.querySelector('.title').value = title;
  part.querySelector('.text').value = text;
  part.querySelector('.remove').onclick = () => part.remove();
  $('edit-sections').append(part);
  return part;
}

const written = () => ({
  ...article,
  headline: $('edit-headline').value,
  sections: [...document.querySelectorAll('.part')].map(part => ({
    id: Number(part.dataset.id), title: part.querySelector('.title').value, text: part.querySelector('.text').value })),
  tags: $('edit-tags').value.split(',').map(tag => tag.trim()).filter(tag => tag),
  metadata: { desk: $('edit-desk').value, byline: $('edit-byline').value },
});

const asText = ({ headline, sections }) => [headline, ...sections.flatMap(({ title, text }) => [title, text])].filter(line => line).join('\n\n');

$('edit-add').onclick = () => add({ id: 0, title: '', text: '' }).querySelector('.title').focus();

$('edit').onsubmit = async event => {
  event.preventDefault();
  $('edit-save').disabled = true;
  saving = true; // its release is no loss
  try {
    const saved = await put(`/articles/${article.id}`, written());
    stop();
    article = null;
    notice(`“${saved.headline}” is saved.`);
    location.hash = `#/articles/${saved.id}`;
  } catch (problem) {
    if (problem.status === 409 || problem.status === 410) lose(problem.detail);
    else trouble(problem.detail);
  } finally {
    saving = false;
    $('edit-save').disabled = lost;
  }
};

$('edit-cancel').onclick = async () => {
  const id = article.id;
  await leave();
  location.hash = `#/articles/${id}`;
};

// --- Keeping it ---

async function ping() {
  if (lost || !article) return;
  try {
    const answer = await heartbeats.heartbeat(`article/${article.id}`);
    failed = 0;
    trouble('');
    for (const one of answer.lost) lose(one.detail);
  } catch (problem) {
    if (problem.status === 401 || problem.status === 403) return lose('You are no longer signed in.');
    failed++;
    if (failed >= 3) trouble('The connection is lost. It is tried again; without it, the article goes to others after 5 minutes.');
  }
}

function trouble(text) {
  $('edit-trouble').textContent = text;
  $('edit-trouble').hidden = !text;
}

function drawLeft() {
  const mine = article && editing.get(article.id);
  if (lost) $('edit-left').textContent = 'No longer yours';
  else if (mine?.mine) {
    const minutes = Math.max(0, Math.ceil((new Date(mine.until) - Date.now()) / 60_000));
    $('edit-left').textContent = `Yours until ${time(mine.until)}, for ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  }
}

changes.addEventListener('editing', () => {
  if (!article || $('edit').hidden) return;
  drawLeft();
  if (!lost && !saving && !editing.get(article.id)?.mine) ping(); // it went: by whom, and why?
});

changes.addEventListener('asked', ({ ask }) => {
  if (!article || $('edit').hidden || lost || ask.article !== article.id) return;
  $('edit-asked-text').textContent = `${ask.name} would like to edit this article. Save or cancel when you are done with it.`;
  $('edit-asked').hidden = false;
});

// --- Losing it ---

function lose(why) {
  lost = true;
  stop();
  $('edit-lost-text').textContent = why;
  drawState();
  drawLeft();
  $('edit-back').focus();
}

function drawState() {
  $('edit-lost').hidden = !lost;
  $('edit-save').disabled = lost;
  if (lost) $('edit-asked').hidden = true;
  for (const field of document.querySelectorAll('#fields input, #fields textarea')) field.readOnly = lost;
  for (const button of document.querySelectorAll('#fields button')) button.disabled = lost;
}

$('edit-copy').onclick = () => navigator.clipboard.writeText(asText(written()));

$('edit-back').onclick = async () => {
  const mine = written();
  let now;
  try {
    now = await get(`/articles/${article.id}/edit`);
  } catch (problem) {
    $('edit-lost-text').textContent = problem.detail;
    return;
  }
  lost = false;
  if (now.revision === article.revision) {
    notice('It is yours again, and has not been changed meanwhile: go on where you were.');
  } else {
    notice(`It is yours again. ${now.savedBy} has saved it meanwhile, and this is how it is now.`);
    $('edit-kept-text').textContent = asText(mine);
    $('edit-kept').hidden = false;
    $('edit-kept').open = true;
    fill(now);
  }
  article = now;
  drawState();
  keep();
};
