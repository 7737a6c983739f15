// Who looks at the page, and what it may do.

export const session = { who: null };

const ROLES = ['reader', 'editor', 'admin'];

/** Whether a name is within a right. A prefix covers whole segments. */
function covers(right, resource) {
  if (right.exact) return resource === right.prefix;
  if (!right.prefix || resource === right.prefix) return true;
  return resource.startsWith(right.prefix.endsWith('/') ? right.prefix : `${right.prefix}/`);
}

const lets = (right, verb) => !right.verbs || right.verbs.includes(verb);

export const may = (role, resource, verb) => (session.who?.rights ?? [])
  .some(right => ROLES.indexOf(right.role) >= ROLES.indexOf(role) && covers(right, resource) && lets(right, verb));

/** Which holds of a lock the reader may release: any, its own, or null for none. */
export function mayRelease(lock) {
  if (lock.holders.length === 0) return null;
  if (may('admin', lock.resource, 'force')) return 'any';
  return lock.holders.some(holder => holder.mine) && may('editor', lock.resource, 'release') ? 'own' : null;
}

/** Asks the server for something that changes something. */
export const send = (path, method, body, headers = {}) => fetch(path, {
  method,
  headers: { 'Content-Type': 'application/json', ...(session.who?.csrf && { 'X-Holdfast-CSRF': session.who.csrf }), ...headers },
  body: body === undefined ? undefined : JSON.stringify(body),
}).catch(() => null);

/** Reads JSON; null if the server is away, refuses, or the reader has signed out meanwhile. */
export async function read(path) {
  const reader = session.who;
  try {
    const answer = await fetch(path, { signal: AbortSignal.timeout(30_000) });
    const content = answer.ok ? await answer.json() : null;
    return session.who === reader ? content : null;
  } catch {
    return null; // The event stream says when the server is away.
  }
}

/** Reads the newest events of the history, as many pages as they have; null if one of them cannot be read. */
export async function readHistory(limit, query = '') {
  const events = [];
  let after = '';
  do {
    const page = await read(`v1/history?limit=${limit - events.length}${query && `&${query}`}${after && `&after=${encodeURIComponent(after)}`}`);
    if (!page) return null;
    events.push(...page.events);
    after = page.events.length ? page.next ?? '' : '';
  } while (after && events.length < limit);
  return events;
}

/** The sentence of a refusal. */
export const problemOf = async answer => (answer ? (await answer.json()).detail : 'The server cannot be reached.');
