// Small things that all views use. Times are in the zone and the language of the reader.

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

export const day = moment => new Date(moment).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
export const time = moment => new Date(moment).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
