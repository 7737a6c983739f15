import { call, clock, keepDoing, Refused, tell } from '/calls.js';

const dialog = document.getElementById('release');
let shown = '';
document.getElementById('keep').addEventListener('click', () => dialog.close(''));

function cell(text) {
  const made = document.createElement('td');
  made.textContent = text;
  return made;
}

function row({ resource, holders: [holder] }) {
  const made = document.createElement('tr');
  const end = document.createElement('button');
  end.type = 'button';
  end.textContent = 'Release';
  end.addEventListener('click', () => ask(resource, holder));
  const last = document.createElement('td');
  last.append(end);
  made.append(
    cell(resource.replace('order/', 'Order ')),
    cell(holder.name),
    cell(clock(holder.since)),
    cell(holder.until ? clock(holder.until) : 'for good'),
    last,
  );
  return made;
}

/** Asks for the release of the hold that is shown: meanwhile another picker may have the order. */
function ask(resource, { name, fence }) {
  dialog.querySelector('h2').textContent = `Release ${resource.replace('order/', 'order ')} from ${name}?`;
  dialog.querySelector('form').reset();
  dialog.returnValue = '';
  dialog.addEventListener('close', () => release(resource, name, fence), { once: true });
  dialog.showModal();
}

async function release(resource, name, fence) {
  if (dialog.returnValue !== 'release') return;
  const reason = new FormData(dialog.querySelector('form')).get('reason');
  try {
    const { released } = await call('POST', `/admin/locks/${resource}/release`, { reason, fence });
    if (!released) tell(`Nothing was released: ${name} does not pick it any more.`);
  } catch (e) {
    if (!(e instanceof Refused)) throw e;
    tell(e.message);
  }
  await look();
}

async function look() {
  try {
    const { locks } = await call('GET', '/admin/locks?prefix=order/');
    const claims = locks.filter(({ free }) => !free);
    const now = JSON.stringify(claims);
    if (now === shown) return;
    shown = now;
    document.getElementById('claims').replaceChildren(...claims.map(row));
    document.getElementById('none').hidden = claims.length > 0;
    document.querySelector('table').hidden = claims.length === 0;
  } catch (e) {
    if (!(e instanceof Refused)) throw e;
    tell(e.message);
  }
}

keepDoing(look, 1500);
