// All policies. Who may release what others work on does it here.

import { post } from './api.js';
import { $, element, notice, show, time } from './parts.js';
import { ask } from './question.js';
import { changes, look, policies } from './queue.js';

let me = {};

export async function open(person) {
  me = person;
  $('year-end').hidden = !me.lead;
  await look();
  draw();
  show('list');
}

function draw() {
  const focused = document.activeElement?.dataset?.key;
  $('policies').replaceChildren(...policies.map(row));
  if (focused) document.querySelector(`[data-key="${focused}"]`)?.focus();
}

function row({ id, holder, product, work }) {
  const about = element('span', { className: 'work' });
  const buttons = element('span', { className: 'row' });
  if (work) {
    about.append(element('span', {
      className: work.mine ? 'badge mine' : 'badge',
      textContent: `with ${work.mine ? 'you' : work.name} since ${time(work.since)}, until ${time(work.until)} at the latest` }));
    for (const { person, reason } of work.requests) {
      about.append(element('span', { className: 'request', textContent: `${person} asks for it${reason ? `: ${reason}` : ''}` }));
    }
  }
  if (work && !work.mine && me.lead) {
    const release = element('button', { type: 'button', className: 'danger', textContent: 'Release' });
    release.dataset.key = `release-${id}`;
    release.onclick = () => force(id, work.name);
    buttons.append(release);
  }
  const way = element('a', { className: 'button', href: `#/policies/${id}`, textContent: work?.mine ? 'Go on' : 'Open' });
  way.dataset.key = `open-${id}`;
  buttons.append(way);
  const item = element('li', {},
    element('span', { className: 'number', textContent: id }),
    element('span', {}, element('span', { className: 'holder', textContent: holder }), ` ${product}`),
    buttons, about);
  item.dataset.policy = id;
  return item;
}

async function force(id, name) {
  const reason = await ask(`What ${name} entered and did not save cannot be saved any more. Why do you release policy ${id}?`, 'Release');
  if (reason === null) return;
  try {
    await post(`/admin/locks/policy/${id}/release`, { reason });
    notice(`Policy ${id} is free.`);
  } catch (problem) {
    notice(problem.detail);
  }
  await look();
}

async function yearEnd(way) {
  let answer = 'Done, and nothing stopped it.';
  try {
    await post(`/admin/surcharge/${way}`);
  } catch (problem) {
    answer = `Refused: ${problem.detail}`;
  }
  $('year-end-answer').textContent = answer;
  $('year-end-answer').hidden = false;
}

$('by-sql').onclick = () => yearEnd('sql');
$('by-entity').onclick = () => yearEnd('entity');
changes.addEventListener('queue', () => { if (!$('list').hidden) draw(); });
