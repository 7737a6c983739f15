// Charts over time, drawn as SVG. Arrow keys go through their values; all numbers are in the export, too.
import { draw, make, put } from './dom.js';
import { clock, number } from './time.js';

const HEIGHT = 120;
const FOOT = 18;

/** A scale that ends at a round number. */
export function roundUp(value) {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map(step => step * power).find(step => step >= value);
}

/**
 * Draws values over time.
 *
 * @param points each with a time and a value for each kind; null for none
 * @param kinds each with a member, a label, a class, and how its values are written
 */
export function chart(place, { title, points, kinds, lines, write = value => number(value, 2) }) {
  const style = getComputedStyle(place);
  const width = Math.max(160, place.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight));
  const stacked = point => kinds.reduce((sum, kind) => sum + (point[kind.member] ?? 0), 0);
  const highest = Math.max(0, ...points.map(point => (lines ? Math.max(...kinds.map(kind => point[kind.member] ?? 0)) : stacked(point))));
  const top = roundUp(highest);
  const y = value => (HEIGHT - FOOT) * (1 - value / top) + 2;
  const step = width / points.length;
  const svg = draw('svg', { viewBox: `0 0 ${width} ${HEIGHT}`, height: HEIGHT });
  for (const share of [0, 0.5, 1]) {
    svg.append(draw('line', { x1: 0, x2: width, y1: y(top * share), y2: y(top * share), class: 'grid' }));
  }
  const say = point => `${clock(point.at)}: ${kinds.map(kind => `${kind.label} ${point[kind.member] === null ? '–' : write(point[kind.member])}`).join(', ')}`;
  points.forEach((point, i) => {
    let base = 0;
    if (!lines) {
      for (const kind of kinds) {
        const value = point[kind.member] ?? 0;
        if (value > 0) svg.append(draw('rect', { x: i * step + 1, width: Math.max(1, step - 2), y: y(base + value), height: Math.max(1, y(base) - y(base + value)), class: kind.style }));
        base += value;
      }
    }
    const area = draw('rect', { x: i * step, width: step, y: 0, height: HEIGHT - FOOT, fill: 'transparent' });
    area.append(draw('title', {}, say(point)));
    svg.append(area);
  });
  if (lines) kinds.forEach(kind => svg.append(...marks(points, kind, step, y)));
  svg.append(
    draw('text', { x: 0, y: HEIGHT - 4 }, clock(points[0].at)),
    draw('text', { x: width, y: HEIGHT - 4, 'text-anchor': 'end' }, 'now'),
    draw('text', { x: width, y: y(top) + 11, 'text-anchor': 'end' }, write(top)),
  );
  const legend = make('ul', 'legend', ...kinds.map(kind => make('li', '', make('i', kind.style), kind.label)));
  const focused = place.contains(document.activeElement);
  place.replaceChildren(make('h3', '', title), legend, svg, walk(svg, `${title}; at most ${write(highest)}`, points.map(say), i => i * step, step));
  if (focused) svg.focus();
}

/** Lets the arrow keys go from value to value. Returns the line that shows the one which is chosen. */
function walk(svg, label, texts, x, width) {
  const line = make('p', 'value');
  const mark = draw('rect', { y: 0, width, height: HEIGHT - FOOT, class: 'mark' });
  const last = texts.length - 1;
  const steps = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10, Home: -last, End: last };
  let at = last;
  const show = () => {
    svg.setAttribute('aria-valuenow', String(at));
    svg.setAttribute('aria-valuetext', texts[at]);
    mark.setAttribute('x', String(x(at)));
    put(line, texts[at]);
  };
  for (const [name, value] of Object.entries({ tabindex: 0, role: 'slider', 'aria-label': label, 'aria-valuemin': 0, 'aria-valuemax': last })) svg.setAttribute(name, String(value));
  svg.addEventListener('keydown', event => {
    if (!(event.key in steps)) return;
    event.preventDefault();
    at = Math.max(0, Math.min(last, at + steps[event.key]));
    show();
  });
  svg.prepend(mark);
  show();
  return line;
}

/** A line through the values that are there, with a dot at each. */
function marks(points, kind, step, y) {
  const there = points.map((point, i) => [i * step + step / 2, point[kind.member]]).filter(([, value]) => value !== null && value !== undefined);
  const path = draw('polyline', { points: there.map(([x, value]) => `${x},${y(value)}`).join(' '), class: `stroke ${kind.style}` });
  return [path, ...there.map(([x, value]) => draw('circle', { cx: x, cy: y(value), r: 3, class: kind.style }))];
}

/** A bar that shows a share of the largest number beside it. */
export function meter(value, largest, style) {
  const svg = draw('svg', { viewBox: '0 0 100 8', width: 100, height: 8, 'aria-hidden': 'true', class: 'meter' });
  svg.append(draw('rect', { width: 100, height: 8, rx: 3, class: 'grid' }), draw('rect', { width: largest ? Math.max(value ? 2 : 0, value / largest * 100) : 0, height: 8, rx: 3, class: style }));
  return svg;
}
