// Asks the game's server.
const LONGEST_ANSWER = 15_000;

/** What the server did not do, in one sentence. Status 0: it cannot be reached, and may have done it or not. */
export class Trouble extends Error {
  constructor(status, body, retryAfter = null) {
    super(body?.detail ?? (status === 0 ? 'The server cannot be reached.' : `The server answered ${status}.`));
    this.name = 'Trouble';
    this.status = status;
    this.body = body ?? {};
    this.retryAfter = retryAfter;
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null; // nothing, or from a proxy in between
  }
}

async function call(method, path, body) {
  let answer;
  let text;
  try {
    answer = await fetch(`/play/${path}`, {
      method,
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: 'same-origin',
      cache: 'no-store',
      signal: AbortSignal.timeout(LONGEST_ANSWER),
    });
    text = await answer.text();
  } catch {
    throw new Trouble(0);
  }
  if (answer.ok) return parsed(text);
  if (answer.status === 401) document.dispatchEvent(new Event('signed-out'));
  throw new Trouble(answer.status, parsed(text), Number(answer.headers.get('Retry-After')) || null);
}

export const get = path => call('GET', path);
export const post = (path, body = {}) => call('POST', path, body);

export const scenePath = (sceneId, rest = '') => `scenes/${encodeURIComponent(sceneId)}${rest}`;
export const characterPath = (sceneId, characterId, rest) => scenePath(sceneId, `/characters/${encodeURIComponent(characterId)}${rest}`);
