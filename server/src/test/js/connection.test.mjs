// The connection of a page as its users see it: acquire, watch, reload, leave.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { connect, Refusal, Unreachable } from '../../main/js/holdfast.js';
import { Browser, listen } from './fake/browser.mjs';

const RESOURCE = 'policy/12345';

async function connected(options) {
  const browser = new Browser();
  const holdfast = connect(options);
  const finding = holdfast.owner;
  await browser.advance(1_000);
  await finding;
  return { browser, network: browser.network, server: browser.server, holdfast };
}

describe('Acquire', () => {
  it('gives a hold with all that was granted', async () => {
    const { browser, network, server, holdfast } = await connected({ name: 'Anna', user: 'anna' });
    const told = listen(holdfast, 'acquired');
    const hold = await holdfast.acquire(RESOURCE, { note: 'renewal' });
    await browser.settle();
    assert.deepEqual({ resource: hold.resource, held: hold.held, note: hold.note, fence: hold.fence }, {
      resource: RESOURCE, held: true, note: 'renewal', fence: 41,
    });
    const [{ body }] = network.to('/locks');
    assert.deepEqual(body.owner, { id: await holdfast.owner, name: 'Anna', user: 'anna' });
    assert.equal(server.isHeld(hold.receipt), true);
    assert.deepEqual(told.of('acquired'), [{ resource: RESOURCE, ours: true }]);
    assert.deepEqual(holdfast.holds, [hold]);
  });

  it('of a list gives holds in its order', async () => {
    const { holdfast } = await connected();
    const holds = await holdfast.acquire(['b', 'a']);
    assert.deepEqual(holds.map(({ resource }) => resource), ['b', 'a']);
  });

  it('is refused with who has it and when to ask again', async () => {
    const { server, holdfast } = await connected();
    server.grant(RESOURCE, 'other', { id: 'other', name: 'Ben' });
    await assert.rejects(holdfast.acquire(RESOURCE), refusal => {
      assert.ok(refusal instanceof Refusal);
      const { status, why, message, retryAfter } = refusal;
      assert.deepEqual({ status, why, retryAfter }, { status: 423, why: 'held', retryAfter: 7 });
      assert.match(message, /^policy\/12345 has been held by Ben since/);
      assert.deepEqual(refusal.holders.map(({ name }) => name), ['Ben']);
      return true;
    });
    assert.deepEqual(holdfast.holds, []);
  });

  it('whose answer got lost finds the same grant when it asks again', async () => {
    const { network, holdfast } = await connected();
    network.losesAnswerTo = '/locks';
    const hold = await holdfast.acquire(RESOURCE);
    assert.equal(hold.fence, 41);
    const [first, second] = network.to('/locks');
    assert.equal(first.body.receipt, second.body.receipt);
  });

  it('that was given up gives back what may have been granted', async () => {
    const { browser, network, server, holdfast } = await connected();
    network.state = 'slow';
    const stop = new AbortController();
    const acquiring = assert.rejects(holdfast.acquire(RESOURCE, { signal: stop.signal }), { name: 'AbortError' });
    await browser.settle();
    await network.deliver(); // about the session
    const { body: { receipt } } = network.to('/locks')[0];
    assert.equal(server.isHeld(receipt), true);
    network.state = 'up';
    stop.abort();
    await acquiring;
    await browser.settle();
    assert.equal(server.isHeld(receipt), false);
  });

  it('says that the server is away after two attempts', async () => {
    const { network, holdfast } = await connected();
    network.state = 'down';
    await assert.rejects(holdfast.acquire(RESOURCE), Unreachable);
    assert.equal(network.to('/locks').length, 2);
  });
});

describe('A page with a hold', () => {
  it('hears of its loss by the stream, long before the next ping', async () => {
    const { browser, server, holdfast } = await connected();
    const hold = await holdfast.acquire(RESOURCE);
    const told = listen(hold, 'lost');
    await browser.settle();
    server.end(hold.receipt, { by: 'Carla', reason: 'audit' });
    await browser.settle();
    assert.deepEqual(told.of('lost').map(({ by, reason }) => ({ by, reason })), [{ by: 'Carla', reason: 'audit' }]);
    assert.deepEqual(holdfast.holds, []);
  });

  it('hears of a loss from before anybody listened', async () => {
    const { browser, server, holdfast } = await connected();
    browser.events.refuses = true;
    const hold = await holdfast.acquire(RESOURCE);
    await browser.settle();
    server.end(hold.receipt, { by: 'Carla' });
    browser.events.refuses = false;
    await browser.advance(3_000);
    assert.equal(hold.state, 'lost');
  });

  it('asks nothing when others are told of', async () => {
    const { browser, network, server, holdfast } = await connected();
    await holdfast.acquire(RESOURCE);
    await browser.settle();
    const before = network.to('/heartbeat').length;
    server.grant(`${RESOURCE}6`);
    await browser.settle();
    assert.equal(network.to('/heartbeat').length, before);
  });

  it('sends its text when it is hidden', async () => {
    const { browser, server, holdfast } = await connected();
    const hold = await holdfast.acquire(RESOURCE);
    hold.saveDraft('first');
    await browser.settle();
    hold.saveDraft('second');
    browser.hide();
    await browser.settle();
    assert.equal(server.draft(RESOURCE).content, 'second');
  });

  it('asks after its hold when it is seen again', async () => {
    const { browser, server, holdfast } = await connected();
    const hold = await holdfast.acquire(RESOURCE);
    await browser.settle();
    browser.hide();
    server.end(hold.receipt, {}, false);
    browser.hide(false);
    await browser.settle();
    assert.equal(hold.state, 'lost');
  });

  it('says that it is being left, and after a reload that it is there', async () => {
    const { browser, server, holdfast } = await connected();
    const hold = await holdfast.acquire(RESOURCE);
    browser.hide();
    await browser.settle();
    assert.deepEqual([...server.leaving], []);
    browser.happens('pagehide');
    await browser.settle();
    assert.deepEqual([...server.leaving], [hold.receipt]);
    const [again] = await connect().resume();
    assert.equal(again.held, true);
    assert.deepEqual([...server.leaving], []);
  });

  it('is told why the hold is gone, if it comes back too late', async () => {
    const { browser, server, holdfast } = await connected();
    const hold = await holdfast.acquire(RESOURCE);
    browser.happens('pagehide');
    await browser.settle();
    server.answer({ method: 'POST', path: '/v1/releases', headers: {}, body: { receipts: [hold.receipt] } });
    const [again] = await connect().resume();
    assert.equal(again.held, false);
    assert.equal(again.loss.why, 'left');
    assert.equal(again.loss.detail, `${RESOURCE} was released after its page was left.`);
  });

  it('finds it again after a reload, once', async () => {
    const { browser, holdfast } = await connected();
    const hold = await holdfast.acquire(RESOURCE);
    browser.happens('pagehide');
    const next = connect();
    const [again] = await next.resume();
    assert.equal(again.receipt, hold.receipt);
    assert.equal(again.held, true);
    assert.deepEqual(await next.resume(), []);
  });

  it('tells other tabs what it took and gave back', async () => {
    const { browser, holdfast } = await connected();
    const other = listen(connect(), 'acquired', 'released');
    const hold = await holdfast.acquire(RESOURCE);
    await hold.release();
    await browser.settle();
    const detail = { resource: RESOURCE, ours: false };
    assert.deepEqual([...other], [{ name: 'acquired', detail }, { name: 'released', detail }]);
  });

  it('gives back everything when it closes, and leaves no timer', async () => {
    const { browser, network, server, holdfast } = await connected();
    const holds = await holdfast.acquire(['a', 'b']);
    holdfast.watch('policy/', () => {});
    await browser.settle();
    await holdfast.close();
    await browser.advance(20_000);
    assert.deepEqual(holds.map(({ receipt }) => server.isHeld(receipt)), [false, false]);
    assert.equal(browser.events.streams.length, 0);
    assert.equal(browser.clock.timers, 0);
    const before = network.requests.length;
    await browser.advance(600_000);
    assert.equal(network.requests.length, before);
  });
});

describe('A look', () => {
  it('says who has a resource, or that it is free', async () => {
    const { server, holdfast } = await connected();
    assert.equal((await holdfast.look(RESOURCE)).free, true);
    server.grant(RESOURCE, 'other', { id: 'other', name: 'Ben' });
    assert.deepEqual((await holdfast.look(RESOURCE)).holders.map(({ name }) => name), ['Ben']);
  });
});
