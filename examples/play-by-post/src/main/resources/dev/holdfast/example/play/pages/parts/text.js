// The text of a draft: the whole form as JSON, so that nothing of it is lost.

const EMPTY = { content: '', intention: '', modifier: null, hidden: false };

export function parse(text) {
  try {
    const parsed = JSON.parse(text);
    if (parsed !== null && typeof parsed === 'object') return { ...EMPTY, ...parsed };
  } catch {
    // Written by something else: all of it is the content.
  }
  return { ...EMPTY, content: String(text) };
}

export function blank(text) {
  const { content, intention, modifier, hidden } = parse(text);
  return !content && !intention && modifier === null && !hidden;
}

/** For people to recognise it. */
export function gist(text) {
  const { content, intention } = parse(text);
  return content || intention || '(nothing written)';
}

/** A few characters by which a text is known again. */
export function mark(text) {
  let sum = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193);
  return `${text.length}:${(sum >>> 0).toString(36)}`;
}

/**
 * What to go on with, of the server's draft {text} and what was typed here {text, line}: {text, from, other}. from is 'draft', 'typed' or
 * null; other is what was typed and is no part of it, so that it must not be lost, or null.
 */
export function settle(draft, typed) {
  const there = draft && !blank(draft.text) ? draft : null;
  const here = typed && !blank(typed.text) && typed.text !== draft?.text ? typed : null;
  if (!here) return { text: draft?.text ?? null, from: there && 'draft', other: null };
  // Grown from what the server has, so that nothing of that is missing.
  if (!there || here.line.includes(mark(there.text))) return { text: here.text, from: 'typed', other: null };
  return { text: there.text, from: 'draft', other: here };
}
