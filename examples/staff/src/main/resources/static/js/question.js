// The one dialog of a page. It asks before something that cannot be taken back, and for a reason where others read it.

import { element } from './parts.js';

const title = element('h2', { id: 'question-title' });
const about = element('p', { id: 'question-about' });
const reason = element('input', { id: 'question-reason', maxLength: 500, autocomplete: 'off' });
const label = element('label', {}, 'Reason ', reason);
const keep = element('button', { type: 'button', id: 'question-keep' });
const yes = element('button', { type: 'submit', id: 'question-yes', value: 'yes' });
const dialog = element('dialog', { id: 'question' },
  element('form', { method: 'dialog' }, title, about, label, element('p', { className: 'row end' }, keep, yes)));
dialog.setAttribute('aria-labelledby', title.id);
document.body.append(dialog);
keep.onclick = () => dialog.close('');

/**
 * Asks. Resolves to the reason, which is empty if the question wants none; to null if the answer is no.
 * danger: whether others lose something by it.
 */
export function ask(question) {
  title.textContent = question.title;
  about.textContent = question.about;
  label.hidden = !question.reason;
  reason.required = Boolean(question.reason);
  reason.value = '';
  keep.textContent = question.keep ?? 'Keep it';
  yes.textContent = question.yes;
  yes.className = question.danger ? 'danger' : 'main';
  dialog.returnValue = '';
  dialog.showModal();
  (question.reason ? reason : keep).focus();
  return new Promise(done => {
    dialog.onclose = () => done(dialog.returnValue === 'yes' ? reason.value : null);
  });
}

/** Asks before text is left that is not saved. Resolves to whether to go. */
export async function leaveUnsaved(what) {
  return await ask({ title: 'Sign out?', about: `${what} is not saved.`, keep: 'Stay', yes: 'Sign out', danger: true }) !== null;
}
