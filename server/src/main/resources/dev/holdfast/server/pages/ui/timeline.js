// A picture of the last hours: a line for each resource, a bar for each hold, a colour for each person.
import { draw, make, resourceLink } from './dom.js';
import { clock, happenedAt } from './time.js';

const MAX_LINES = 14;
const HEIGHT = 22;

const begins = new Set(['acquired', 'handed-over']);
/** With these a hold neither begins nor ends. */
const others = new Set(['requested', 'promised', 'declined', 'unanswered', 'withdrawn', 'lapsed']);

function colour(name) {
  let hash = 0;
  for (const character of name) hash = (hash * 31 + character.codePointAt(0)) % 360;
  return `hsl(${hash} 60% 30%)`;
}

/** Holds from their beginnings and ends; what was there before the list begins, or is there still, reaches to its edge. */
function holds(events, locks, from, to) {
  const open = new Map();
  const all = [];
  for (const event of [...events].reverse()) {
    const key = `${event.resource}\n${event.owner}\n${event.fence}`;
    const at = happenedAt(event);
    if (begins.has(event.kind)) {
      if (!open.has(key)) open.set(key, { resource: event.resource, name: event.name, from: at, note: event.note });
    } else if (!others.has(event.kind)) {
      const begun = open.get(key) ?? { resource: event.resource, name: event.name, from: Date.parse(event.since), note: event.note };
      open.delete(key);
      all.push({ ...begun, to: at, end: event.kind });
    }
  }
  for (const lock of locks) {
    for (const holder of lock.holders) {
      all.push({ resource: lock.resource, name: holder.name ?? '', from: Date.parse(holder.since), to, end: '', note: holder.note });
    }
  }
  // The start of a hidden hold is unknown, so there is nothing to draw.
  return all.filter(hold => hold.to >= from && hold.from <= to);
}

/** Gives each hold a lane, so that those who share something at a time are seen beside each other. How many there are. */
function lanes(all) {
  const ends = [];
  for (const hold of all.sort((a, b) => a.from - b.from)) {
    const free = ends.findIndex(end => end <= hold.from);
    hold.lane = free < 0 ? ends.length : free;
    ends[hold.lane] = hold.to;
  }
  return ends.length;
}

export const span = hours => (hours < 1 ? `${hours * 60} minutes` : hours === 1 ? 'hour' : hours > 48 ? `${hours / 24} days` : `${hours} hours`);

/** Draws the holds of the newest resources. Events are sorted, the newest first. */
export function drawTimeline(place, events, locks, now, hours) {
  const from = now - hours * 3_600_000;
  const drawn = holds(events, locks, from, now);
  const latest = new Map();
  drawn.forEach(hold => latest.set(hold.resource, Math.max(latest.get(hold.resource) ?? 0, hold.to)));
  const lines = [...latest.entries()].sort((a, b) => b[1] - a[1]).slice(0, MAX_LINES).map(entry => entry[0]).sort();
  if (lines.length === 0) {
    place.replaceChildren(make('p', 'quiet', `Nothing was locked in the last ${span(hours)}.`));
    return;
  }
  const known = new Map([...place.querySelectorAll('.track')].map(one => [one.dataset.resource, one]));
  const tracks = lines.map(resource => known.get(resource) ?? track(resource));
  if (lines.join('\n') !== [...known.keys()].join('\n')) place.replaceChildren(...tracks, make('div', 'axis'));
  const width = Math.max(120, tracks[0].lastChild.clientWidth);
  tracks.forEach((one, i) => bars(one.lastChild, drawn.filter(hold => hold.resource === lines[i]), { from, now, width }));
  axis(place.lastChild, from, now);
}

function track(resource) {
  const one = make('div', 'track', resourceLink(resource), make('div', 'bars'));
  one.firstChild.title = one.firstChild.textContent;
  one.dataset.resource = resource;
  return one;
}

function bars(place, its, { from, now, width }) {
  const svg = draw('svg', { viewBox: `0 0 ${width} ${HEIGHT}`, height: HEIGHT, role: 'img', 'aria-label': its.length === 1 ? `1 hold, of ${its[0].name}` : `${its.length} holds` });
  const x = moment => width * Math.max(0, Math.min(1, (moment - from) / (now - from)));
  const thick = HEIGHT / lanes(its);
  for (const hold of its) {
    const left = Math.min(x(hold.from), width - 3);
    const wide = Math.max(3, x(hold.to) - left);
    const bar = draw('rect', { x: left, y: hold.lane * thick + 1, width: wide, height: Math.max(1, thick - 2), rx: Math.min(4, thick / 3), fill: colour(hold.name), 'fill-opacity': hold.end ? 0.85 : 1 });
    bar.append(draw('title', {}, `${hold.name}, ${clock(hold.from)} to ${hold.end ? clock(hold.to) : 'now'}${hold.note ? `: ${hold.note}` : ''}`));
    svg.append(bar);
    if (thick > 12 && wide > hold.name.length * 8 + 12) {
      const name = draw('text', { x: left + 6, y: hold.lane * thick + thick / 2 + 4 }, hold.name);
      name.style.fill = '#fff';
      svg.append(name);
    }
  }
  place.replaceChildren(svg);
}

function axis(place, from, now) {
  place.replaceChildren(...[0, 0.5, 1].map(share => make('span', '', share === 1 ? 'now' : clock(from + (now - from) * share))));
}
