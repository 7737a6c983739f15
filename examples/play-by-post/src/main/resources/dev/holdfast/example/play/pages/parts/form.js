// The fields that a post is written in.
import { $ } from './dom.js';
import { parse } from './text.js';

/** All of them as the text of a draft. */
export function written() {
  const modifier = $('modifier').value === '' ? null : Number($('modifier').value);
  return JSON.stringify({
    content: $('content').value, intention: $('intention').value, modifier, hidden: $('hidden').checked,
  });
}

export function write(text) {
  const { content, intention, modifier, hidden } = parse(text ?? '');
  $('content').value = content;
  $('intention').value = intention ?? '';
  $('modifier').value = modifier ?? '';
  $('hidden').checked = hidden === true;
  fit();
}

/** As high as what is in it, within reason. */
export function fit() {
  const area = $('content');
  area.style.height = 'auto';
  area.style.height = `${Math.min(Math.max(area.scrollHeight + 2, 140), innerHeight * 0.6)}px`;
  if (area.scrollHeight <= area.clientHeight) area.scrollTop = 0;
}

/** What is sent of it as a post: only what was filled in. */
export function asPost(text) {
  const { content, intention, modifier, hidden } = parse(text);
  return { content, ...(intention && { intention }), ...(modifier !== null && { modifier }), ...(hidden && { hidden }) };
}
