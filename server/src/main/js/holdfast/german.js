// What the library says to people, in German: connect({ messages: german }).
import { english } from './messages.js';
import { clock, marked, soon } from './moments.js';

const language = 'de';
const listed = names => (names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} und ${names.at(-1)}`);

function age(milliseconds) {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return 'gerade eben';
  if (minutes < 60) return minutes === 1 ? 'vor 1 Minute' : `vor ${minutes} Minuten`;
  const hours = Math.floor(minutes / 60);
  return hours === 1 ? 'vor 1 Stunde' : `vor ${hours} Stunden`;
}

function left(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  return seconds < 90 ? `noch ${seconds} s` : `noch ${Math.round(seconds / 60)} min`;
}

function again({ retryAt, asOf }) {
  return retryAt ? `Versuchen Sie es um ${soon(retryAt, { language, asOf })} wieder.` : 'Versuchen Sie es später wieder.';
}

function held({ resource: name, holders = [], asOf }) {
  const resource = marked(name);
  if (holders.length === 0) return `${resource} ist frei, aber andere warten schon länger darauf.`;
  const [{ since, until, note, mode }] = holders;
  const who = listed([...new Set(holders.map(holder => (holder.name ? marked(holder.name) : 'jemand anderem')))]);
  const verb = mode === 'shared' ? 'geteilt' : 'gesperrt';
  if (!since) return `${resource} ist von ${who} ${verb}.`;
  const parts = [`${resource} ist seit ${clock(since, { language, asOf })} (${age(Date.parse(asOf ?? since) - Date.parse(since))}) von ${who} ${verb}.`];
  if (until) parts.push(`Die Sperre endet um ${clock(until, { language, asOf })}, wenn sie nicht verlängert wird.`);
  if (note) parts.push(`Notiz: „${note}“.`);
  return parts.join(' ');
}

const REFUSALS = {
  held: refusal => `${held(refusal)} Warten Sie darauf, oder versuchen Sie es später wieder.`,
  busy: ({ resource }) => `${resource} wird gerade vergeben oder geändert. Versuchen Sie es gleich noch einmal.`,
  queue: refusal => `${held(refusal)} Warten Sie darauf, oder versuchen Sie es später wieder.`,
  'queue-full': refusal => `${held(refusal)} Für weitere ist kein Platz. Versuchen Sie es später wieder.`,
  upgrade: ({ resource }) => `Sie haben ${resource} schon, aber mit anderen geteilt. Geben Sie es erst frei.`,
  'too-many-entries': ({ resource }) => `Sie haben ${resource} schon zu oft.`,
  'slot-taken': ({ resource }) => `${resource} ist nicht zu bekommen: Hier ist nur eine Sperre auf einmal erlaubt. Geben Sie die andere frei.`,
  'too-soon': refusal => `Für ${refusal.resource} ist es noch zu früh nach Ihrer letzten Sperre. ${again(refusal)}`,
  'owner-ended': () => 'Ihre Sitzung ist zu Ende. Laden Sie die Seite neu.',
};

const ANSWERS = {
  401: 'Sie sind nicht angemeldet.',
  403: 'Das dürfen Sie nicht.',
  404: 'Das gibt es nicht oder nicht mehr.',
  413: 'Der Text ist zu lang. Kürzen Sie ihn.',
  429: 'Das waren zu viele Anfragen. Versuchen Sie es gleich wieder.',
  503: 'Der Server ist gerade überlastet oder gestört. Versuchen Sie es gleich wieder.',
};

const LOSSES = {
  overridden: (by, reason) => `${by} hat die Sperre übernommen${reason}.`,
  forced: (by, reason) => `${by} hat die Sperre freigegeben${reason}.`,
  cleared: (by, reason) => `${by} hat alle Sperren aufgehoben${reason}.`,
  died: () => 'Das Programm, das sie hielt, läuft nicht mehr.',
  lost: () => 'Ein anderes Programm hat den Eintrag entfernt.',
  released: () => 'Sie wurde freigegeben.',
  left: () => 'Sie wurde freigegeben, nachdem die Seite verlassen wurde.',
};

const expired = () => 'Die Zeit ist abgelaufen.';

export const german = {
  ...english,
  language,
  unreachable: () => 'Der Server ist nicht zu erreichen.',

  problem(problem, status) {
    const refusals = (problem.refusals ?? []).map(refusal => REFUSALS[refusal.why]?.({ asOf: problem.asOf, ...refusal }));
    if (refusals.length > 0 && refusals.every(Boolean)) return refusals.join(' ');
    return REFUSALS[problem.why]?.(problem) ?? ANSWERS[status] ?? `Der Server hat mit ${status} geantwortet.`;
  },

  lost({ resource, why, by, reason, draft }) {
    const how = (LOSSES[why] ?? expired)(by || 'Jemand anderes', reason ? ` (${reason})` : '');
    return `Die Sperre auf ${resource} ist verloren: ${how}${draft ? ' Ihr Text ist aufgehoben, wie er zuletzt gespeichert war.' : ''}`;
  },

  free: () => 'Niemand bearbeitet es',
  somebody: () => 'Jemand',
  you: () => 'Sie',
  others: count => `${count} weitere`,
  and: (names, last) => listed([...names, last]),
  editing: (list, one) => `${list} ${one ? 'bearbeitet' : 'bearbeiten'} es`,
  since: (time, milliseconds) => `seit ${time}, ${age(milliseconds)}`,
  until: (time, milliseconds, fixed) => `${fixed ? 'spätestens bis' : 'ohne Verlängerung bis'} ${time}, ${left(milliseconds)}`,
  over: () => 'die Zeit ist abgelaufen',
  timeLeft: () => 'verbleibende Zeit',
};
