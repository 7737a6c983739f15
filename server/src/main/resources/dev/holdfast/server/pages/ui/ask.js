// The one dialog: before a lock is released or a token revoked, and for the words of a request or an answer.
import { $, nameOf, shown, shownName } from './dom.js';
import { mayRelease, problemOf, read, send } from './session.js';

let act = null;

const REASON = 'Reason, which the holder is told and the history keeps';

/** Asks. The action gets the reason, and returns the answer of the server. words is the label of a line that may stay empty. */
function ask({ title, text, reason = false, words = '', keep, yes, danger = true, action }) {
  $('ask-title').textContent = title;
  $('ask-text').textContent = text;
  $('ask-reason-label').hidden = !reason && !words;
  $('ask-reason-text').textContent = words || REASON;
  $('ask-reason').required = reason;
  $('ask-reason').value = '';
  $('ask-error').textContent = '';
  $('ask-keep').textContent = keep;
  $('ask-yes').textContent = yes;
  $('ask-yes').classList.toggle('danger', danger);
  act = action;
  $('ask').showModal();
}

/** Asks for the release of what the reader sees now: of these holds, and of none that comes later. */
export function askRelease(lock, holders = lock.holders) {
  const kind = mayRelease(lock);
  if (!kind) return;
  const path = encodeURIComponent(lock.resource);
  const names = holders.map(nameOf).join(', ');
  ask({
    title: `Release ${shownName(lock.resource)}?`,
    text: kind === 'own' ? 'You hold it. Work that is not saved yet may be lost.' : `${names} holds it, and is notified immediately.`,
    reason: kind === 'any',
    keep: 'Keep it',
    yes: 'Release',
    action: async reason => {
      if (kind === 'own') return send(`v1/locks/${path}`, 'DELETE');
      let answer = null;
      for (const holder of holders) {
        answer = await send(`v1/admin/locks/${path}/release`, 'POST', { reason, ...(holder.fence && { fence: holder.fence }) });
        if (!answer?.ok) return answer;
      }
      return answer;
    },
  });
  sayOfDrafts(path, act);
}

/** Says that a draft outlives the release, where the policy keeps drafts. Whether there is one, only its author may know. */
async function sayOfDrafts(path, asked) {
  const policy = await read(`v1/policies/${path}`);
  if (policy?.drafts && act === asked) $('ask-text').textContent += ' Text that was saved as a draft is kept.';
}

/** Asks for some words, which may be none. */
export function askWords({ title, text, words, yes, action }) {
  ask({ title, text, words, keep: 'Back', yes, danger: false, action });
}

export function askRevoke(token, done) {
  ask({
    title: `Revoke ${shown(token.label)}?`,
    text: `The token of ${shown(token.user)} is refused within 5 seconds, and the sessions that began with it end.`,
    reason: false,
    keep: 'Keep it',
    yes: 'Revoke',
    action: async () => {
      const answer = await send(`v1/admin/tokens/${encodeURIComponent(token.id)}`, 'DELETE');
      done();
      return answer;
    },
  });
}

export function prepareDialog() {
  $('ask-keep').addEventListener('click', () => $('ask').close());
  $('ask').querySelector('form').addEventListener('submit', async event => {
    event.preventDefault();
    const answer = await act($('ask-reason').value);
    if (answer?.ok) $('ask').close();
    else $('ask-error').textContent = await problemOf(answer);
  });
}
