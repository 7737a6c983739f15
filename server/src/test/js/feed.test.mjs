// Who has what, live: the stream of one page.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Feed } from '../../main/js/holdfast/feed.js';
import { Link } from '../../main/js/holdfast/link.js';
import { Browser } from './fake/browser.mjs';

const said = ({ resource, free }) => `${resource} ${free ? 'free' : 'held'}`;

/** A page that watches: {browser, events, server, feed, watch(prefix)}, where watch keeps what it is told. */
function watching(token = null) {
  const browser = new Browser();
  const { events, server } = browser;
  const feed = new Feed(new Link('/', token));
  const watch = prefix => {
    const told = [];
    const stop = feed.watch(prefix, lock => told.push(said(lock)), () => told.push('ready'));
    return { told, stop };
  };
  return { browser, events, server, feed, watch };
}

for (const [kind, token] of [['A stream', null], ['A stream with a token', 'hf_secret']]) {
  describe(kind, () => {
    it('tells all that is held, then that this was all', async () => {
      const { browser, server, watch } = watching(token);
      server.grant('a/1');
      server.grant('a/2');
      const { told } = watch('a/');
      await browser.settle();
      assert.deepEqual(told, ['a/1 held', 'a/2 held', 'ready']);
    });

    it('tells each change once', async () => {
      const { browser, server, watch } = watching(token);
      const { told } = watch('a/');
      await browser.settle();
      server.grant('a/1');
      await browser.settle();
      server.end('secret.a/1');
      await browser.settle();
      assert.deepEqual(told, ['ready', 'a/1 held', 'a/1 free']);
    });

    it('does not go on from a snapshot that broke: half of it is not the list', async () => {
      const { browser, events, server, watch } = watching(token);
      server.grant('a/1');
      server.grant('a/2');
      const { told } = watch('a/');
      await browser.settle();
      events.forget();
      events.breaksAfter = 1;
      events.cut();
      await browser.advance(3_000);
      events.breaksAfter = Infinity;
      await browser.advance(6_000);
      assert.deepEqual(events.asked.slice(0, 3).map(({ last }) => last), [null, 'r1-2', null]);
      assert.deepEqual(told.slice(-3), ['a/1 held', 'a/2 held', 'ready']);
      assert.ok(!told.some(text => text.endsWith('free')), 'nothing counts as free because it was not told');
    });

    it('goes on after the last event it knows, and misses nothing', async () => {
      const { browser, events, server, watch } = watching(token);
      server.grant('a/1');
      const { told } = watch('a/');
      await browser.settle();
      events.cut();
      server.grant('a/2');
      server.end('secret.a/1');
      await browser.advance(3_000);
      assert.deepEqual(events.asked.map(({ last }) => last), [null, 'r1-1']);
      assert.deepEqual(told, ['a/1 held', 'ready', 'a/2 held', 'a/1 free']);
      server.grant('a/3');
      await browser.settle();
      assert.equal(told.at(-1), 'a/3 held');
    });

    it('tells as free what is gone when the server does not know the last event any more', async () => {
      const { browser, events, server, watch } = watching(token);
      server.grant('a/1');
      server.grant('a/2');
      const { told } = watch('a/');
      await browser.settle();
      told.length = 0;
      events.cut();
      server.end('secret.a/1');
      server.grant('a/3');
      events.forget();
      await browser.advance(3_000);
      assert.deepEqual(told, ['a/1 free', 'a/2 held', 'a/3 held', 'ready']);
    });

    it('comes again 3 seconds after it was refused, as often as it takes', async () => {
      const { browser, events, server, watch } = watching(token);
      server.grant('a/1');
      events.refuses = true;
      const { told } = watch('a/');
      await browser.advance(2_999);
      assert.equal(events.asked.length, 1);
      await browser.advance(3_001);
      assert.equal(events.asked.length, 3);
      events.refuses = false;
      await browser.advance(3_000);
      assert.deepEqual(told, ['a/1 held', 'ready']);
    });

    it('ends when nobody watches any more, and is not opened again', async () => {
      const { browser, events, server, watch } = watching(token);
      const { told, stop } = watch('a/');
      await browser.settle();
      stop();
      await browser.settle();
      assert.equal(events.streams.length, 0);
      server.grant('a/1');
      await browser.advance(60_000);
      assert.deepEqual(told, ['ready']);
      assert.equal(events.asked.length, 1);
    });

    it('ends also while it waits to come again', async () => {
      const { browser, events, watch } = watching(token);
      events.refuses = true;
      const { stop } = watch('a/');
      await browser.advance(1_000);
      stop();
      await browser.advance(60_000);
      assert.equal(events.asked.length, 1);
    });
  });
}

describe('A token', () => {
  it('is sent in a header, and never in the address', async () => {
    const { browser, events, watch } = watching('hf_secret');
    watch('a/');
    await browser.settle();
    assert.equal(events.asked[0].authorization, 'Bearer hf_secret');
    assert.ok(browser.network.to('/events').every(({ query }) => !query.toString().includes('hf_secret')));
  });
});

describe('Watchers of one page', () => {
  it('share one stream for what their prefixes have in common', async () => {
    const { browser, events, server, watch } = watching();
    server.grant('policy/1');
    server.grant('policy/22');
    const one = watch('policy/1');
    const two = watch('policy/2');
    await browser.settle();
    assert.deepEqual(events.asked.map(({ prefix }) => prefix), ['policy/']);
    assert.deepEqual(one.told, ['policy/1 held', 'ready']);
    assert.deepEqual(two.told, ['policy/22 held', 'ready']);
  });

  it('that come later are told what is known without another question', async () => {
    const { browser, events, server, watch } = watching();
    server.grant('policy/1');
    server.grant('policy/2');
    const first = watch('policy/');
    await browser.settle();
    const second = watch('policy/2');
    await browser.settle();
    assert.deepEqual(second.told, ['policy/2 held', 'ready']);
    assert.equal(first.told.length, 3);
    assert.equal(events.asked.length, 1);
  });

  it('that want more than the stream tells widen it', async () => {
    const { browser, events, server, watch } = watching();
    server.grant('policy/1');
    server.grant('scene/1');
    watch('policy/');
    await browser.settle();
    const scenes = watch('scene/');
    await browser.settle();
    assert.deepEqual(events.asked.map(({ prefix }) => prefix), ['policy/', '']);
    assert.equal(events.streams.length, 1);
    assert.deepEqual(scenes.told, ['scene/1 held', 'ready']);
  });

  it('that come while it is on its way wait for it', async () => {
    const { browser, events, server, watch } = watching();
    server.grant('policy/1');
    events.refuses = true;
    watch('policy/');
    await browser.advance(1_000);
    const second = watch('policy/1');
    await browser.advance(1_000);
    assert.equal(events.asked.length, 1);
    assert.deepEqual(second.told, []);
    events.refuses = false;
    await browser.advance(1_000);
    assert.deepEqual(second.told, ['policy/1 held', 'ready']);
  });

  it('are told nothing any more once they stopped, while the others are', async () => {
    const { browser, server, watch } = watching();
    const one = watch('policy/');
    const two = watch('policy/');
    await browser.settle();
    one.stop();
    server.grant('policy/1');
    await browser.settle();
    assert.deepEqual(one.told, ['ready']);
    assert.deepEqual(two.told, ['ready', 'policy/1 held']);
  });

  it('that stop before anything began are told nothing', async () => {
    const { browser, events, watch } = watching();
    const { told, stop } = watch('policy/');
    stop();
    await browser.advance(10_000);
    assert.deepEqual(told, []);
    assert.equal(events.asked.length, 0);
  });

  it('may stop while they are told', async () => {
    const { browser, server, feed } = watching();
    server.grant('policy/1');
    server.grant('policy/2');
    const told = [];
    const stop = feed.watch('policy/', lock => {
      told.push(said(lock));
      stop();
    });
    await browser.settle();
    assert.deepEqual(told, ['policy/1 held']);
  });

  it('learn nothing of a list that broke off, and all of the next one', async () => {
    const { browser, events, server, watch } = watching();
    server.grant('a/1');
    server.grant('a/2');
    const { told } = watch('a/');
    await browser.settle();
    told.length = 0;
    events.cut();
    events.forget();
    const whole = events.open.bind(events);
    // Only the first of two, and no word that this was all.
    events.open = stream => {
      stream.send('snapshot', null, {});
      stream.send('lock', null, server.lock('a/1'));
      events.streams.push(stream);
    };
    await browser.advance(1_000);
    assert.deepEqual(told, []);
    events.open = whole;
    events.cut();
    events.forget();
    await browser.advance(1_000);
    assert.deepEqual(told, ['a/1 held', 'a/2 held', 'ready']);
  });

  it('keep a resource that is free but waited for', async () => {
    const { browser, events, server, watch } = watching();
    watch('a/');
    await browser.settle();
    events.change({ ...server.lock('a/1'), waiting: 2 });
    await browser.settle();
    const later = watch('a/1');
    await browser.settle();
    assert.deepEqual(later.told, ['a/1 free', 'ready']);
  });
});
