// What the library says to people, in German: connect({ messages: german }).
import { english } from './messages.js';
import { clock, marked, soon } from './moments.js';
import { shownName } from './names.js';

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
  free: () => 'Es ist frei: Nehmen Sie es.',
  own: () => 'Sie haben es selbst.',
  off: () => 'Hier kann man nicht darum bitten.',
  muted: () => 'Wer es hat, möchte nicht gefragt werden.',
  'open-already': () => 'Sie haben schon darum gebeten, und es gibt noch keine Antwort.',
  'too-often': ({ retryAt }) => `Sie haben zu oft darum gebeten. ${again({ retryAt, asOf: new Date().toISOString() })}`,
  'too-many': () => 'Schon zu viele haben darum gebeten.',
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
  yielded: (by, reason) => `Sie wurde an ${by} übergeben${reason}.`,
  died: () => 'Das Programm, das sie hielt, läuft nicht mehr.',
  lost: () => 'Ein anderes Programm hat den Eintrag entfernt.',
  released: () => 'Sie wurde freigegeben.',
  left: () => 'Sie wurde freigegeben, nachdem die Seite verlassen wurde.',
};

const said = words => (words ? `: „${words}“` : '.');

const HOW = {
  open: ({ who, shown }) => (shown ? `${who} hat Ihre Bitte gesehen.` : `${who} ist gefragt.`),
  promised: ({ who, at, rest, reply }) => `${who} übergibt bis ${at}, ${rest}${said(reply)}`,
  declined: ({ who, reply }) => `${who} übergibt jetzt nicht${said(reply)}`,
  handed: ({ who, reply }) => `${who} hat an Sie übergeben${said(reply)}`,
  withdrawn: () => 'Sie bitten nicht mehr darum.',
  lapsed: () => 'Ihre Bitte ist hinfällig: Jemand anderes hat es oder kann es nehmen.',
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
    return `Ihre Sperre auf ${resource} ist beendet: ${how}${draft ? ' Ihr Text ist aufgehoben, wie er zuletzt gespeichert war.' : ''}`;
  },

  kept: ({ name, readable }) => `Der unfertige Text von ${name ? marked(name) : 'jemand anderem'} ist aufgehoben${readable ? ', und Sie dürfen ihn lesen' : ''}.`,

  free: () => 'Niemand bearbeitet es',
  unnamed: () => 'Jemand',
  you: () => 'Sie',
  others: count => `${count} weitere`,
  and: (names, last) => listed([...names, last]),
  editing: (list, one) => `${list} ${one ? 'bearbeitet' : 'bearbeiten'} es`,
  since: (time, milliseconds) => `seit ${time}, ${age(milliseconds)}`,
  until: (time, milliseconds, fixed) => `${fixed ? 'spätestens bis' : 'ohne Verlängerung bis'} ${time}, ${left(milliseconds)}`,
  over: () => 'die Zeit ist abgelaufen',
  timeLeft: () => 'verbleibende Zeit',

  asks: ({ asker, resource, message }) => `${shownName(asker ?? 'Jemand anderes')} bittet um ${shownName(resource)}${said(message)}`,
  youPromised: ({ asker, until }) => `Sie übergeben an ${shownName(asker ?? 'jemand anderen')} bis ${clock(until, { language })}, ${left(Math.max(0, Date.parse(until) - Date.now()))}.`,

  answered({ state, holder, until, reply, shown }) {
    const who = holder ? shownName(holder) : 'Wer es hat,';
    const rest = until && left(Math.max(0, Date.parse(until) - Date.now()));
    return HOW[state]({ who, reply, shown, at: until && clock(until, { language }), rest });
  },

  requests: () => 'Bitten',
  more: count => (count === 1 ? 'Noch jemand bittet darum.' : `Noch ${count} bitten darum.`),
  handOver: () => 'Jetzt übergeben',
  inMinutes: minutes => `In ${minutes} Minuten`,
  notNow: () => 'Jetzt nicht…',
  why: () => 'Grund, den der andere liest',
  askFor: () => 'Darum bitten…',
  words: () => 'Nachricht, die der andere liest',
  send: () => 'Senden',
  back: () => 'Zurück',
  withdraw: () => 'Nicht mehr bitten',
  understood: () => 'OK',
  notify: () => 'Benachrichtigen',
  notifyNoMore: () => 'Nicht benachrichtigen',
  yours: resources => `${resources.map(shownName).join(', ')}: Jetzt haben Sie es.`,
};
