// Names that others chose, as people are shown them.

const ALIKE = ['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Cherokee', 'Coptic'].map(script => new RegExp(`\\p{Script=${script}}`, 'u'));

const isMixed = name => (name.match(/\p{L}+/gu) ?? []).some(word => ALIKE.filter(script => script.test(word)).length > 1);

/** The name with hidden characters as numbers, and a mark if its letters are of several scripts that look alike. */
export function shownName(name) {
  const shown = name.replace(/(?!\uFE0F)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{DI}]/gu, hidden => `\\u${hidden.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}`);
  return shown + (isMixed(name) ? ' [mixed scripts]' : '');
}
