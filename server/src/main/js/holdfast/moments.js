// Times and names as a reader sees them: in its zone and language.

const MINUTE = 60_000;
const ALIKE = ['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Cherokee', 'Coptic'].map(script => new RegExp(`\\p{Script=${script}}`, 'u'));
const WORDS = /\p{L}+/gu;

/** Returns the time of day, with the date unless it is the day of asOf, and the second if it is asked for. */
export function clock(moment, { language, asOf, exact = false } = {}) {
  const at = new Date(moment);
  const today = new Date(asOf ?? Date.now()).toDateString() === at.toDateString();
  const day = today ? {} : { year: 'numeric', month: 'short', day: 'numeric' };
  return at.toLocaleString(language, { ...day, hour: '2-digit', minute: '2-digit', ...(exact && { second: '2-digit' }) });
}

/** Returns the time of day of what is to come, with the second if it is less than a minute away. */
export const soon = (moment, { language, asOf }) => clock(moment, { language, asOf, exact: Date.parse(moment) - Date.parse(asOf) < MINUTE });

/** Returns a name, marked if one of its words has letters of several scripts that look alike. */
export function marked(name) {
  const mixed = (name.match(WORDS) ?? []).some(word => ALIKE.filter(script => script.test(word)).length > 1);
  return mixed ? `${name} [mixed scripts]` : name;
}
