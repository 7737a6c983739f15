// What the search on the dashboard finds.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

const PAGES = new URL('../../main/resources/dev/holdfast/server/pages/', import.meta.url);

const lock = (resource, ...holders) => ({ resource, holders, waiting: 0 });

describe('The search on the dashboard', () => {
  it('finds names of resources and holders', async () => {
    const { matches } = await import(new URL('search.js', PAGES));
    const taken = lock('policy/1', { name: 'Anna', state: 'live' });
    assert.equal(matches(taken, { text: 'anna' }), true);
    assert.equal(matches(taken, { text: 'policy' }), true);
    assert.equal(matches(taken, { text: 'ben' }), false);
    assert.equal(matches(taken, { text: '', state: 'live' }), true);
    assert.equal(matches(taken, { text: '', state: 'waiting' }), false);
  });

  it('passes over holders that are hidden', async () => {
    const { matches } = await import(new URL('search.js', PAGES));
    assert.equal(matches(lock('policy/1', {}), { text: 'anna' }), false);
    assert.equal(matches(lock('policy/1', {}, { name: 'Anna' }), { text: 'anna' }), true);
  });
});
