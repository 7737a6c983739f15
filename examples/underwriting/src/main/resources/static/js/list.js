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
    release.onclick = () => force(id, work);
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

/** Releases the hold that the question is about: meanwhile another underwriter may have the policy. */
async function force(id, { name, fence }) {
  const reason = await ask({
    title: `Release policy ${id}?`, about: `${name} works on it, is told why, and keeps what is not saved.`, reason: true, yes: 'Release', danger: true,
  });
  if (reason === null) return;
  try {
    const { released } = await post(`/admin/locks/policy/${id}/release`, { reason, fence });
    notice(released ? `Policy ${id} is free.` : `Nothing was released: ${name} does not work on policy ${id} any more.`);
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
