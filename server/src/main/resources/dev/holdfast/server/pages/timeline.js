// A picture of the last hours: a line for each resource, a bar for each hold, a colour for each person.
const SVG = 'http://www.w3.org/2000/svg';
const MAX_LINES = 14;
const LABELS = 170;
const WIDTH = 1000;
const LINE = 26;

const begins = new Set(['acquired', 'handed-over']);

/** The text with what is not seen, or steers the direction of writing, as numbers: names may come from anywhere. */
export function shown(text) {
  return String(text).replace(/(?!\uFE0F)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{DI}]/gu, hidden => `\\u${hidden.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}`);
}

function make(tag, attributes, text) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  if (text !== undefined) element.textContent = shown(text);
  return element;
}

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
    const at = Date.parse(event.at);
    if (begins.has(event.kind)) {
      if (!open.has(key)) open.set(key, { resource: event.resource, name: event.name, from: at, note: event.note });
    } else {
      const begun = open.get(key) ?? { resource: event.resource, name: event.name, from: Date.parse(event.since), note: event.note };
      open.delete(key);
      all.push({ ...begun, to: at, end: event.kind });
    }
  }
  for (const lock of locks) {
    for (const holder of lock.holders) {
      all.push({ resource: lock.resource, name: holder.name, from: Date.parse(holder.since), to, end: '', note: holder.note });
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

const span = hours => (hours < 1 ? `${hours * 60} minutes` : hours === 1 ? 'hour' : `${hours} hours`);

const clock = moment => new Date(moment).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });

export function drawTimeline(place, events, locks, now, hours) {
  const from = now - hours * 3_600_000;
  const drawn = holds(events, locks, from, now);
  const latest = new Map();
  drawn.forEach(hold => latest.set(hold.resource, Math.max(latest.get(hold.resource) ?? 0, hold.to)));
  const lines = [...latest.entries()].sort((a, b) => b[1] - a[1]).slice(0, MAX_LINES).map(entry => entry[0]).sort();
  if (lines.length === 0) {
    const nothing = document.createElement('p');
    nothing.className = 'quiet';
    nothing.textContent = `Nothing was locked in the last ${span(hours)}.`;
    place.replaceChildren(nothing);
    return;
  }
  const height = lines.length * LINE + 24;
  const svg = make('svg', { viewBox: `0 0 ${WIDTH} ${height}`, role: 'img', 'aria-label': `Holds of the last ${span(hours)}: ${drawn.length} on ${lines.length} resources` });
  const x = moment => LABELS + (WIDTH - LABELS - 8) * Math.max(0, Math.min(1, (moment - from) / (now - from)));
  for (let i = 0; i <= 4; i++) {
    const moment = from + (now - from) * i / 4;
    svg.append(make('line', { x1: x(moment), x2: x(moment), y1: 0, y2: height - 20 }));
    svg.append(make('text', { x: x(moment), y: height - 6, class: 'axis', 'text-anchor': i === 4 ? 'end' : i === 0 ? 'start' : 'middle' }, i === 4 ? 'now' : clock(moment)));
  }
  lines.forEach((resource, i) => {
    const label = resource.length > 24 ? `…${resource.slice(-23)}` : resource;
    const text = make('text', { x: 0, y: i * LINE + 17 }, label);
    text.append(make('title', {}, resource));
    svg.append(text);
    const its = drawn.filter(one => one.resource === resource);
    const thick = (LINE - 8) / lanes(its);
    for (const hold of its) {
      const left = x(hold.from);
      const width = Math.max(3, x(hold.to) - left);
      const bar = make('rect', { x: left, y: i * LINE + 4 + hold.lane * thick, width, height: Math.max(1, thick - (thick < LINE - 8 ? 1 : 0)), rx: Math.min(4, thick / 3), fill: colour(hold.name), 'fill-opacity': hold.end ? 0.85 : 1 });
      bar.append(make('title', {}, `${hold.name}, ${clock(hold.from)} to ${hold.end ? clock(hold.to) : 'now'}${hold.note ? `: ${hold.note}` : ''}`));
      svg.append(bar);
      if (thick > 12 && width > hold.name.length * 7 + 12) {
        const name = make('text', { x: left + 6, y: i * LINE + 17 }, hold.name);
        name.style.fill = '#fff';
        svg.append(name);
      }
    }
  });
  place.replaceChildren(svg);
}
