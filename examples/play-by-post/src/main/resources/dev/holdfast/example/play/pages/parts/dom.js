// Small helpers for the page. What people wrote is only ever shown as text.

export const $ = id => document.getElementById(id);

/** An element with a class and children; strings become text. */
export function make(tag, className, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

export function button(text, className, act) {
  const element = make('button', className, text);
  element.type = 'button';
  element.addEventListener('click', act);
  return element;
}

/** Sets a text only if it differs: the same again would be read out again. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Reads something out that is shown elsewhere, or nowhere. */
export function readOut(text) {
  $('heard').textContent = text;
}

/** Makes a circle the sign of a person or thing: its initial on a colour of its own. */
export function paint(element, name, id) {
  element.textContent = [...name.trim()][0]?.toUpperCase() ?? '';
  element.style.setProperty('--hue', [...id].reduce((sum, letter) => Math.imul(sum ^ letter.codePointAt(0), 0x01000193) >>> 0, 0x811c9dc5) % 360);
  return element;
}

export function avatar(name, id) {
  const element = paint(make('span', 'avatar'), name, id);
  element.setAttribute('aria-hidden', 'true');
  return element;
}

/** Makes the children of a list those of the values, and keeps the elements of those that were there, with focus and all. */
export function fill(list, values, keyOf, build, update) {
  const before = new Map([...list.children].map(child => [child.dataset.key, child]));
  values.forEach((value, i) => {
    const key = keyOf(value);
    let child = before.get(key);
    if (!child) {
      child = build(value);
      child.dataset.key = key;
    }
    before.delete(key);
    update(child, value);
    if (list.children[i] !== child) list.insertBefore(child, list.children[i] ?? null);
  });
  before.forEach(child => child.remove());
}
