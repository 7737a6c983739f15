// Small helpers for the pages. What others wrote is only ever shown as text.

export const $ = id => document.getElementById(id);

/** The text with what is not seen, or steers the direction of writing, as numbers: names may come from anywhere. */
export function shown(text) {
  return String(text).replace(/(?!\uFE0F)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{DI}]/gu, hidden => `\\u${hidden.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}`);
}

/** The scripts whose letters look alike. */
const ALIKE = ['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Cherokee', 'Coptic'].map(script => new RegExp(`\\p{Script=${script}}`, 'u'));

/** Whether a word has letters of several scripts that look alike: it may pass for another one. */
export const isMixed = text => (String(text).match(/\p{L}+/gu) ?? []).some(word => ALIKE.filter(script => script.test(word)).length > 1);

/** The name of a resource or a holder, marked if it may pass for another one. */
export const shownName = name => shown(name) + (isMixed(name) ? ' [mixed scripts]' : '');

/** Makes an element. Children are elements; a text is shown as text. */
export function make(tag, className, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children.map(child => (child instanceof Node ? child : shown(child))));
  return element;
}

/** Makes an SVG element. */
export function draw(tag, attributes, text) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  if (text !== undefined) element.textContent = shown(text);
  return element;
}

/** Changes a text only if it is another one: what is selected stays selected. */
export function put(element, text) {
  const next = shown(text);
  if (element.textContent !== next) element.textContent = next;
}

export const pageOf = (page, parameter, value) => `${page}?${parameter}=${encodeURIComponent(value)}`;

export function link(href, text, className = '') {
  const element = make('a', className, text);
  element.href = href;
  return element;
}

export const resourceLink = (resource, className) => link(pageOf('resource', 'name', resource), shownName(resource), className);

/** The name of a holder as a link to what else it holds. The policy may hide the name, or all but the name. */
export function ownerLink(holder) {
  if (!holder.owner) return make('span', '', nameOf(holder));
  return link(pageOf('owner', 'id', holder.owner), nameOf(holder));
}

export const nameOf = holder => shownName(holder.name ?? 'another user');

/** Makes the children of an element those of a list, and keeps those that are there already: focus and selection stay. */
export function reconcile(parent, items, key, create) {
  const known = new Map([...parent.children].map(child => [child.dataset.key, child]));
  let next = parent.firstElementChild;
  for (const item of items) {
    const id = key(item);
    let child = known.get(id);
    known.delete(id);
    if (!child) {
      child = create(item);
      child.dataset.key = id;
    }
    if (child === next) next = next.nextElementSibling;
    else parent.insertBefore(child, next);
  }
  known.forEach(child => child.remove());
}

/** The parameters of the address. */
export const parameters = () => new URLSearchParams(location.search);

/** Writes parameters into the address, without a new entry in the history of the browser. Those that are empty are left out. */
export function remember(changes) {
  const all = parameters();
  for (const [name, value] of Object.entries(changes)) {
    if (value) all.set(name, value);
    else all.delete(name);
  }
  const text = all.toString();
  history.replaceState(null, '', location.pathname + (text ? `?${text}` : ''));
}

/** Lets one button of a group be pressed. Returns a function that presses the one with a value. */
export function chips(group, name, chosen) {
  const press = value => group.querySelectorAll('button').forEach(button => button.setAttribute('aria-pressed', String(button.dataset[name] === value)));
  group.addEventListener('click', event => {
    const button = event.target.closest('button');
    if (!button) return;
    press(button.dataset[name]);
    chosen(button.dataset[name]);
  });
  return press;
}
