// Small things that all views use.

export const $ = id => document.getElementById(id);

export function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

export function show(id) {
  for (const view of document.querySelectorAll('main > :not(#notice)')) view.hidden = view.id !== id;
}

export function notice(text) {
  $('notice').textContent = text;
  $('notice').hidden = !text;
}

export const time = moment => new Date(moment).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });

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
