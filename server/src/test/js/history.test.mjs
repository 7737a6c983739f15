// How the dashboard reads the history.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';

const { readHistory } = await import(new URL('../../main/resources/dev/holdfast/server/pages/ui/session.js', import.meta.url));

const { fetch } = globalThis;

/** A server that answers with these pages in turn, and then refuses. */
function answering(...pages) {
  const asked = [];
  globalThis.fetch = async path => {
    const page = pages[asked.push(path) - 1];
    return { ok: Boolean(page), json: async () => page };
  };
  return asked;
}

describe('The history on the dashboard', () => {
  afterEach(() => { globalThis.fetch = fetch; });

  it('is read to its end', async () => {
    const asked = answering({ events: [9, 8], more: true, next: '8.1' }, { events: [7], more: true, next: '7.1' }, { events: [6], more: false });
    assert.deepEqual(await readHistory(2_000, 'resource=a%2Fb'), [9, 8, 7, 6]);
    assert.deepEqual(asked, [
      'v1/history?limit=2000&resource=a%2Fb',
      'v1/history?limit=1998&resource=a%2Fb&after=8.1',
      'v1/history?limit=1997&resource=a%2Fb&after=7.1',
    ]);
  });

  it('ends at its limit, at a page without events, and at a refusal', async () => {
    let asked = answering({ events: [9, 8], more: true, next: '8.1' }, { events: [7], more: true, next: '7.1' });
    assert.deepEqual(await readHistory(3), [9, 8, 7]);
    assert.deepEqual(asked, ['v1/history?limit=3', 'v1/history?limit=1&after=8.1']);
    asked = answering({ events: [9], more: true, next: '9.1' }, { events: [], more: true, next: '9.1' });
    assert.deepEqual(await readHistory(3), [9]);
    assert.equal(asked.length, 2);
    answering({ events: [9], more: true, next: '9.1' });
    assert.equal(await readHistory(3), null);
  });
});
