// What the writer has to know, above where they write. Each stays until it is closed or something takes its place.
import { $, button, make } from './dom.js';
import { gist } from './text.js';

/**
 * One notice of each key at a time. kind: 'good', 'bad' or nothing; more: another sentence; text: what is kept, to be read, copied and
 * saved; open: whether it is shown without being asked for.
 */
export function notice(key, words, { kind = '', more = '', text = null, focus = false, open = false } = {}) {
  unnotice(key);
  const element = make('div', `notice ${kind}`, make('p', 'words', make('b', '', words), more && ` ${more}`));
  element.dataset.key = key;
  element.setAttribute('role', kind === 'bad' ? 'alert' : 'status');
  element.tabIndex = -1;
  const close = button('×', 'plain close', () => element.remove());
  close.setAttribute('aria-label', 'Close this notice');
  element.append(close);
  if (text !== null) element.append(keptText(gist(text), open));
  $('notices').prepend(element);
  if (focus) element.focus();
  return element;
}

export function unnotice(key) {
  $('notices').querySelector(`[data-key="${key}"]`)?.remove();
}

export function clearNotices() {
  $('notices').replaceChildren();
}

/** Puts a text into a file of the reader's. */
function save(text) {
  const link = make('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = 'post.txt';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

function keptText(text, open) {
  const details = make('details', 'kept', make('summary', '', 'What you wrote'), make('blockquote', '', text));
  const copy = button('Copy', '', async () => {
    try {
      await navigator.clipboard.writeText(text);
      copy.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(details.querySelector('blockquote'));
    }
  });
  details.open = open;
  details.append(copy, ' ', button('Save', '', () => save(text)));
  return details;
}
