// Working on one policy under its lock: keeping it, saving, releasing it, losing it.

import { get, put, remove } from './api.js';
import * as busy from './busy.js';
import * as heartbeats from './heartbeats.js';
import { $, day, element, notice, show, time } from './parts.js';
import { changes, look, work } from './queue.js';

let policy = null; // as it was loaded
let lost = false;
let saving = false;
let kept = null; // what was entered when it was lost

export async function open(id) {
  try {
    policy = await get(`/policies/${id}/edit`);
  } catch (problem) {
    if (problem.status !== 423) throw problem;
    await look();
    return busy.open(problem);
  }
  lost = false;
  fill(policy);
  if (kept?.id === id) takeUp(kept);
  kept = null;
  drawLost();
  show('edit');
  $('edit-holder').focus();
  heartbeats.begin(`policy/${id}`, ping);
  await look();
}

/** Leaves the page: what was not saved is gone, and others may have the policy. */
export async function leave() {
  heartbeats.end();
  if (policy && !lost) await remove(`/policies/${policy.id}/edit`).catch(() => {});
  policy = null;
}

/** The next to sign in is another person. */
export function forget() {
  kept = null;
}

function takeUp(entered) {
  if (entered.version === policy.version) {
    fill(entered);
    notice('It is yours again, and has not been saved meanwhile: go on where you were.');
  } else {
    notice(`${policy.modifiedBy} has saved it meanwhile, and this is how it is now.`);
  }
}

export const unsaved = () => policy !== null && !lost && JSON.stringify(written()) !== JSON.stringify(policy);

// --- The form ---

const list = part => document.querySelector(`[data-part="${part}"] ul`);
const label = { coverages: 'Coverage', endorsements: 'Endorsement', insureds: 'Named insured' };

function fill(form) {
  $('edit-title').textContent = `Policy ${form.id}`;
  $('edit-version').textContent = `version ${form.version}, saved by ${form.modifiedBy}, ${day(form.modified)}`;
  $('edit-holder').value = form.holder;
  $('edit-product').value = form.product;
  $('edit-risk').value = form.riskClass;
  $('edit-premium').value = form.premium;
  for (const part of Object.keys(label)) {
    list(part).replaceChildren();
    form[part].forEach(member => add(part, member));
  }
}

function add(part, member) {
  const text = element('input', { className: 'text', value: member.name ?? member.text ?? '', required: true, maxLength: 200, autocomplete: 'off', ariaLabel: label[part] });
  const item = element('li', {}, text);
  if (part === 'coverages') {
    item.append(element('input', { className: 'sum', type: 'number', min: 0, step: '0.01', value: member.sum ?? '', required: true, ariaLabel: 'Sum' }));
  }
  const removing = element('button', { type: 'button', className: 'plain', textContent: 'Remove', ariaLabel: `Remove ${label[part].toLowerCase()}` });
  removing.onclick = () => item.remove();
  item.append(removing);
  item.dataset.id = member.id ?? '';
  list(part).append(item);
  return text;
}

for (const button of document.querySelectorAll('.part .add')) {
  button.onclick = () => add(button.parentElement.dataset.part, {}).focus();
}

function written() {
  const members = (part, make) => [...list(part).children].map(item => ({
    id: item.dataset.id ? Number(item.dataset.id) : null, ...make(item) }));
  return {
    ...policy,
    holder: $('edit-holder').value,
    product: $('edit-product').value,
    riskClass: $('edit-risk').value,
    premium: Number($('edit-premium').value),
    coverages: members('coverages', item => ({ name: item.querySelector('.text').value, sum: Number(item.querySelector('.sum').value) })),
    endorsements: members('endorsements', item => ({ text: item.querySelector('.text').value })),
    insureds: members('insureds', item => ({ text: item.querySelector('.text').value })),
  };
}

$('edit').onsubmit = async event => {
  event.preventDefault();
  $('edit-save').disabled = true;
  saving = true; // its release is no loss
  try {
    const { id } = policy;
    await put(`/policies/${id}`, written());
    heartbeats.end();
    policy = null;
    location.hash = '#/';
    notice(`Policy ${id} is saved, and free for others.`);
  } catch (problem) {
    if (problem.status === 409 || problem.status === 410) lose(problem.detail);
    else notice(problem.detail);
  } finally {
    saving = false;
    $('edit-save').disabled = lost;
  }
};

$('edit-cancel').onclick = () => { location.hash = '#/'; };

// --- Keeping it, and losing it ---

async function ping() {
  if (lost || !policy) return;
  try {
    const answer = await heartbeats.heartbeat(`policy/${policy.id}`);
    for (const one of answer.lost) lose(one.detail);
  } catch (problem) {
    if (problem.status === 401 || problem.status === 403) lose('Your session has ended.');
  }
}

changes.addEventListener('queue', () => {
  if (!policy || $('edit').hidden || lost || saving) return;
  const now = work(policy.id);
  if (!now?.mine) {
    ping(); // it went: by whom, and why?
    return;
  }
  $('edit-left').textContent = `Yours until ${time(now.until)}`;
  $('edit-asked').hidden = now.requests.length === 0;
  $('edit-asked').replaceChildren(...now.requests.map(({ person, reason }) =>
    element('p', { textContent: `${person} asks you to release this policy${reason ? `: ${reason}` : ''}` })));
});

function lose(why) {
  lost = true;
  heartbeats.end();
  kept = written();
  $('edit-lost-text').textContent = why.replace(/ Nothing was changed: .*/, '');
  drawLost();
  $('edit-again').focus();
}

function drawLost() {
  $('edit-lost').hidden = !lost;
  $('edit-asked').hidden = true;
  $('edit-save').disabled = lost;
  $('edit-left').textContent = lost ? 'No longer yours' : '';
  for (const field of document.querySelectorAll('#fields input')) field.readOnly = lost;
  for (const field of document.querySelectorAll('#fields select, #fields button')) field.disabled = lost;
}

$('edit-again').onclick = () => open(policy.id).catch(problem => notice(problem.detail));
