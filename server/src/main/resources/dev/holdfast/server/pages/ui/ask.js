// The one dialog that asks before a lock is released or a token revoked.
import { $, nameOf, shown, shownName } from './dom.js';
import { mayRelease, problemOf, send } from './session.js';

let act = null;

/** Asks. The action gets the reason, and returns the answer of the server. */
function ask({ title, text, reason, keep, yes, action }) {
  $('ask-title').textContent = title;
  $('ask-text').textContent = text;
  $('ask-reason-label').hidden = !reason;
  $('ask-reason').required = reason;
  $('ask-reason').value = '';
  $('ask-error').textContent = '';
  $('ask-keep').textContent = keep;
  $('ask-yes').textContent = yes;
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
