// A day for people, and a question that asks for a reason.

import { $ } from './parts.js';

export const day = moment => new Date(moment).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** Asks for a reason; null if somebody thought better of it. */
export function ask(text, yes) {
  $('question-text').textContent = text;
  $('question-yes').textContent = yes;
  $('question-reason').value = '';
  $('question').returnValue = 'no';
  $('question').showModal();
  $('question-reason').focus();
  return new Promise(done => {
    $('question').onclose = () => done($('question').returnValue === 'yes' ? $('question-reason').value : null);
  });
}

// Enter in the reason means yes.
$('question-reason').onkeydown = event => {
  if (event.key === 'Enter') {
    event.preventDefault();
    $('question').close('yes');
  }
};
