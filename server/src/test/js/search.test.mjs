// What the search on the dashboard finds.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

const PAGES = new URL('../../main/resources/dev/holdfast/server/pages/', import.meta.url);

const lock = (resource, ...holders) => ({ resource, holders, waiting: 0 });

describe('The search on the dashboard', () => {
  it('finds names of resources and holders', async () => {
    const { matches } = await import(new URL('ui/search.js', PAGES));
    const taken = lock('policy/1', { name: 'Anna', state: 'live' });
    assert.equal(matches(taken, { text: 'anna' }), true);
    assert.equal(matches(taken, { text: 'policy' }), true);
    assert.equal(matches(taken, { text: 'ben' }), false);
    assert.equal(matches(taken, { text: '', state: 'live' }), true);
    assert.equal(matches(taken, { text: '', state: 'waiting' }), false);
  });

  it('passes over holders that are hidden', async () => {
    const { matches } = await import(new URL('ui/search.js', PAGES));
    assert.equal(matches(lock('policy/1', {}), { text: 'anna' }), false);
    assert.equal(matches(lock('policy/1', {}, { name: 'Anna' }), { text: 'anna' }), true);
  });
});

describe('The list of locks', () => {
  const at = (resource, since, waiting = 0) => ({ resource, waiting, holders: [{ name: 'Anna', state: 'live', since, until: since }] });
  const names = items => items.map(item => item.resource ?? `[${item.group} ${item.locks}]`);

  async function filled() {
    const { LockList } = await import(new URL('ui/search.js', PAGES));
    const list = new LockList();
    [at('b/2', '2026-01-02T00:00:00Z', 3), at('a/1', '2026-01-03T00:00:00Z'), at('c', null), at('a/2', '2026-01-01T00:00:00Z')].forEach(one => list.put(one));
    return list;
  }

  it('has the orders of the server, with hidden times last', async () => {
    const list = await filled();
    assert.deepEqual(names(list.arrange({})), ['a/1', 'a/2', 'b/2', 'c']);
    assert.deepEqual(names(list.arrange({ sort: 'since' })), ['a/2', 'b/2', 'a/1', 'c']);
    assert.deepEqual(names(list.arrange({ sort: 'left' })), ['a/2', 'b/2', 'a/1', 'c']);
    assert.deepEqual(names(list.arrange({ sort: 'waiting' })), ['b/2', 'a/1', 'a/2', 'c']);
  });

  it('orders times by what they are, with any number of digits', async () => {
    const { LockList } = await import(new URL('ui/search.js', PAGES));
    const list = new LockList();
    ['05.5', '05', '05.1234', '05.123'].forEach((second, i) => list.put(at(`${i}`, `2026-01-01T00:00:${second}Z`)));
    assert.deepEqual(names(list.arrange({ sort: 'since' })), ['1', '3', '2', '0']);
  });

  it('shows the newest state of each, and none that ended', async () => {
    const list = await filled();
    list.arrange({});
    list.put(at('b/2', '2026-01-02T00:00:00Z', 9));
    list.put(at('a/15', '2026-01-02T00:00:00Z'));
    list.delete('c');
    assert.deepEqual(names(list.arrange({})), ['a/1', 'a/15', 'a/2', 'b/2']);
    assert.equal(list.arrange({})[3].waiting, 9);
  });

  it('groups by the beginning of the name', async () => {
    const list = await filled();
    assert.deepEqual(names(list.arrange({ group: true })), ['[ 1]', 'c', '[a/ 2]', 'a/1', 'a/2', '[b/ 1]', 'b/2']);
    assert.deepEqual(names(list.arrange({ group: true, text: 'b' })), ['[b/ 1]', 'b/2']);
  });
});

describe('A saved file', () => {
  it('quotes what has commas, and runs no formula', async () => {
    const { csv } = await import(new URL('ui/export.js', PAGES));
    assert.equal(csv(['name', 'count'], [{ name: 'a,"b"', count: -1 }, { name: '=1+1', count: null }]), 'name,count\r\n"a,""b""",-1\r\n\'=1+1,\r\n');
  });
});

describe('The time that is left', () => {
  it('is not invented for holders that the policy hides', async () => {
    const { timeLeft } = await import(new URL('ui/row.js', PAGES));
    assert.equal(timeLeft({ waiting: 0, holders: [{ name: 'Anna' }] }, 0).text, 'time not shown');
    assert.equal(timeLeft({ waiting: 0, holders: [{ name: 'Anna', since: '2026-01-01T00:00:00Z', until: null }] }, 0).text, 'no time limit');
  });

  it('of an expired lease ended at its end, not when that was noticed', async () => {
    const { happenedAt } = await import(new URL('ui/time.js', PAGES));
    const event = { at: '2026-01-01T00:00:30Z', until: '2026-01-01T00:00:05Z' };
    assert.equal(happenedAt({ ...event, kind: 'expired' }), Date.parse(event.until));
    assert.equal(happenedAt({ ...event, kind: 'released' }), Date.parse(event.at));
  });
});

describe('A chart', () => {
  it('ends at a round number', async () => {
    const { roundUp } = await import(new URL('ui/charts.js', PAGES));
    assert.deepEqual([0, 1, 3, 7, 12, 180].map(roundUp), [1, 1, 5, 10, 20, 200]);
  });
});
