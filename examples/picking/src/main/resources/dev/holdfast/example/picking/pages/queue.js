import { call, clock, keepDoing, Refused, tell } from '/calls.js';

const byId = (id) => document.getElementById(id);
/** Orders that this page believes to be its picker's, of which it says so when they are not any more. */
let believed = new Set();
let shown = '';
let unreachable = false;
/** The last line that was ticked: an order is completed after it. */
let ticked = Promise.resolve();
let ticking = 0; // ticks that are under way
let ticks = 0; // that were begun

function button(text, action, quiet) {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = text;
  made.className = quiet ? 'quiet' : '';
  made.addEventListener('click', async () => {
    made.disabled = true;
    try {
      await action();
    } catch (e) {
      if (!(e instanceof Refused)) throw e;
      tell(e.message);
    }
    made.disabled = false;
    await refresh();
  });
  return made;
}

const minutes = (seconds) => Math.ceil(seconds / 60);

function badge(order) {
  const { name, since, elsewhere } = order.pickedBy;
  return `PICKED BY: ${elsewhere ? 'you at another device' : name} (since ${clock(since)})`;
}

function line(order, { number, item, bin, quantity, picked }) {
  const entry = document.createElement('li');
  const label = document.createElement('label');
  const box = document.createElement('input');
  box.type = 'checkbox';
  box.checked = picked;
  box.addEventListener('change', async () => {
    const { checked } = box;
    ticking++;
    ticks++;
    ticked = ticked.then(() => call('POST', `/orders/${order.id}/lines/${number}`, { picked: checked })).catch((e) => {
      if (!(e instanceof Refused)) throw e;
      tell(e.message);
    }).finally(() => { ticking--; });
    await ticked;
    await refresh();
  });
  const place = document.createElement('code');
  place.textContent = bin;
  label.append(box, ` ${quantity} × ${item} `, place);
  entry.append(label);
  return entry;
}

function card(order) {
  const made = byId('card').content.firstElementChild.cloneNode(true);
  const mine = order.pickedBy?.mine ?? false;
  made.id = `order-${order.id}`;
  made.dataset.state = order.completed ? 'completed' : mine ? 'mine' : order.pickedBy ? 'picked' : 'free';
  made.querySelector('h2').textContent = `Order ${order.id}`;
  made.querySelector('.customer').textContent = order.customer;
  const pieces = order.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  made.querySelector('.summary').textContent = order.completed
    ? 'Completed'
    : `${order.lines.length} lines, ${pieces} pieces` + (mine ? `; yours for ${minutes(order.pickedBy.left)} more minutes` : '');
  if (order.pickedBy) {
    const shield = made.querySelector('.badge');
    shield.textContent = badge(order);
    shield.hidden = false;
  }
  const buttons = made.querySelector('.buttons');
  if (mine) {
    made.querySelector('ul').append(...order.lines.map((each) => line(order, each)));
    buttons.append(
      button('Complete', () => finish(order, 'complete')),
      button('Release', () => finish(order, 'release'), true),
    );
  } else {
    made.querySelector('ul').remove();
    const elsewhere = order.pickedBy?.elsewhere ?? false;
    if (elsewhere) buttons.append(button('Move it here', () => claim(order, 'move')));
    else if (!order.completed) buttons.append(button('Claim', () => claim(order), Boolean(order.pickedBy)));
  }
  return made;
}

/** how: 'move' if the same picker has it at another device, where it is not any more then. */
async function claim(order, how = 'claim') {
  await call('POST', `/orders/${order.id}/${how}`);
  believed.add(order.id);
}

async function finish(order, how) {
  await ticked;
  await call('POST', `/orders/${order.id}/${how}`);
  believed.delete(order.id);
}

/** Says of what was taken away who did it and why, by the server's word. */
async function tellLosses(orders) {
  const mine = new Set(orders.filter(({ pickedBy }) => pickedBy?.mine).map(({ id }) => id));
  const gone = [...believed].filter((id) => !mine.has(id));
  believed = mine;
  if (gone.length > 0) {
    const { lost } = await call('POST', '/session/heartbeat', { resources: gone.map((id) => `order/${id}`) });
    tell(lost.map(({ detail }) => detail).join(' '));
  }
}

function show(orders) {
  // By the minute, and without the ticks: a card that is replaced while its button or box is pressed would not notice.
  const now = JSON.stringify(orders, (key, value) => (key === 'left' ? minutes(value) : key === 'picked' ? undefined : value));
  if (now === shown) return;
  shown = now;
  const focused = document.activeElement?.closest('article')?.id;
  const which = [...document.querySelectorAll('article :is(button, input)')].indexOf(document.activeElement);
  byId('mine').replaceChildren(...orders.filter(({ pickedBy }) => pickedBy?.mine).map(card));
  const others = orders.filter(({ pickedBy }) => !pickedBy?.mine);
  byId('queue').replaceChildren(...others.sort((a, b) => a.completed - b.completed).map(card));
  // Users of the keyboard stay where they were.
  if (focused) (document.querySelectorAll('article :is(button, input)')[which] ?? byId(focused))?.focus();
}

/** Shows what was ticked at another device. */
function showTicks(orders) {
  for (const { id, lines } of orders) {
    byId(`order-${id}`)?.querySelectorAll('li input').forEach((box, i) => { box.checked = lines[i].picked; });
  }
}

let refreshing = null;

function refresh() {
  refreshing ??= look().finally(() => { refreshing = null; });
  return refreshing;
}

async function look() {
  if (byId('who').hidden) return;
  try {
    const before = ticks;
    const orders = await call('GET', '/orders');
    if (unreachable) byId('notice').hidden = true;
    unreachable = false;
    await tellLosses(orders);
    show(orders);
    if (before === ticks && ticking === 0) showTicks(orders); // an older answer would take back a tick
  } catch (e) {
    if (!(e instanceof Refused)) throw e;
    if (e.status === 401) {
      believed.clear();
      await begin();
      tell('Your session is over, and with it what you had claimed.');
    } else {
      unreachable = true;
      tell(e.message);
    }
  }
}

async function begin() {
  const { name, lead, people } = await call('GET', '/me');
  byId('who').hidden = !name;
  byId('sign-in').hidden = Boolean(name);
  byId('lead').hidden = !lead;
  byId('name').textContent = name ?? '';
  if (name) return;
  shown = '';
  byId('mine').replaceChildren();
  byId('queue').replaceChildren();
  byId('people').replaceChildren(...people.map((each) => button(each, async () => {
    await call('POST', '/sign-in', { name: each });
    byId('notice').hidden = true;
    await begin();
  })));
}

byId('sign-out').addEventListener('click', async () => {
  await call('POST', '/sign-out');
  believed.clear();
  await begin();
});

await begin();
keepDoing(refresh, 1500);
