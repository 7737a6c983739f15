// When heartbeats leave, and what becomes of a page whose heartbeats fail.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { holding, RECEIPT } from './fake/page.mjs';

const gaps = requests => requests.slice(1).map(({ at }, i) => at - requests[i].at);

describe('A heartbeat', () => {
  it('leaves with the first keystroke, and says that somebody works', async () => {
    const { browser, network, hold } = await holding();
    hold.heartbeat();
    await browser.settle();
    assert.deepEqual(network.beats.map(({ method, path, body }) => ({ method, path, body })), [
      { method: 'POST', path: `/v1/holds/${RECEIPT}/heartbeat`, body: { active: true } },
    ]);
  });

  it('leaves at most once in 2 seconds while somebody types', async () => {
    const { browser, network, hold } = await holding();
    for (let i = 0; i < 240; i++) {
      hold.heartbeat();
      await browser.advance(250);
    }
    assert.deepEqual(new Set(gaps(network.beats)), new Set([2_000]));
    assert.equal(network.beats.length, 31);
  });

  it('leaves for the last keystroke too, at the end of the pause', async () => {
    const { browser, network, hold } = await holding();
    hold.heartbeat();
    await browser.advance(100);
    hold.heartbeat();
    await browser.advance(1_899);
    assert.equal(network.beats.length, 1);
    await browser.advance(1);
    assert.equal(network.beats.length, 2);
    await browser.advance(20_000);
    assert.equal(network.beats.length, 2);
  });

  it('leaves at once again when nobody typed for 2 seconds', async () => {
    const { browser, network, hold } = await holding();
    hold.heartbeat();
    await browser.advance(2_000);
    hold.heartbeat();
    await browser.settle();
    assert.equal(network.beats.length, 2);
  });

  it('waits until the one under way is answered', async () => {
    const { browser, network, hold } = await holding();
    network.state = 'slow';
    hold.heartbeat();
    await browser.advance(1_000);
    hold.heartbeat();
    await browser.advance(5_000);
    assert.equal(network.beats.length, 1);
    network.state = 'up';
    await network.deliver();
    assert.equal(network.beats.length, 2);
    assert.equal(network.beats[1].body.active, true);
  });

  it('is sent again with a new proof when the session changed in another tab', async () => {
    const { browser, network, server, hold } = await holding({ prepare: ({ server: s }) => { s.csrf = 'old'; } });
    server.csrf = 'new';
    hold.heartbeat();
    await browser.settle();
    assert.deepEqual(network.beats.map(({ headers }) => headers['X-Holdfast-CSRF']), ['old', 'new']);
    assert.equal(hold.connected, true);
  });
});

describe('A page that is left alone', () => {
  it('pings three times within the grace', async () => {
    const { browser, network, hold, client } = await holding({ lease: { grace: 'PT30S' } });
    await browser.advance(60_000);
    assert.deepEqual(network.background.map(({ at }) => at - 1_000), [10_000, 20_000, 30_000, 40_000, 50_000, 60_000]);
    assert.equal(client.background.fromWorker, true);
    assert.equal(hold.held, true);
  });

  it('pings every 30 seconds where no grace is given', async () => {
    const { browser, network } = await holding({ lease: {} });
    await browser.advance(89_999);
    assert.equal(network.background.length, 2);
    await browser.advance(1);
    assert.equal(network.background.length, 3);
  });

  it('counts from the last heartbeat to the next ping', async () => {
    const { browser, network, hold } = await holding();
    await browser.advance(20_000);
    hold.heartbeat();
    await browser.advance(29_999);
    assert.equal(network.background.length, 0);
    await browser.advance(1);
    assert.equal(network.background.length, 1);
  });

  it('pings by itself where no worker may start', async () => {
    const { browser, network, client, hold } = await holding({ prepare: b => { b.forbidsWorkers = true; } });
    await browser.advance(90_000);
    assert.equal(client.background.fromWorker, false);
    assert.equal(network.background.length, 3);
    assert.equal(hold.held, true);
  });

  it('pings by itself once its worker failed', async () => {
    const { browser, network, client } = await holding();
    browser.workers[0].dispatchEvent(new Event('error'));
    await browser.advance(60_000);
    assert.equal(client.background.fromWorker, false);
    assert.equal(network.background.length, 2);
    assert.equal(browser.workers.length, 1);
  });
});

describe('Without connection', () => {
  it('the page is told after three failures in a row, once, and how long the hold still lasts', async () => {
    const { browser, network, hold, events } = await holding();
    network.state = 'down';
    hold.heartbeat();
    await browser.advance(5_999);
    assert.equal(network.beats.length, 2);
    assert.equal(hold.connected, true);
    await browser.advance(1);
    assert.equal(network.beats.length, 3);
    assert.equal(hold.connected, false);
    await browser.advance(20_000);
    assert.deepEqual(events.of('disconnected'), [{ remaining: 84_000 }]);
  });

  it('failures with an answer in between are no lost connection', async () => {
    const { browser, network, hold, events } = await holding();
    for (let i = 0; i < 3; i++) {
      network.state = 'down';
      hold.heartbeat();
      await browser.advance(2_000); // two failures
      network.state = 'up';
      await browser.advance(20_000);
    }
    assert.equal(network.beats.length, 9);
    assert.deepEqual([...events.of('disconnected'), ...events.of('reconnected')], []);
  });

  it('one answer withdraws the warning', async () => {
    const { browser, network, hold, events } = await holding();
    network.state = 'down';
    hold.heartbeat();
    await browser.advance(6_000);
    network.state = 'up';
    await browser.advance(8_000);
    assert.equal(hold.connected, true);
    assert.equal(events.of('reconnected').length, 1);
    assert.equal(hold.timeLeft, 300_000);
  });

  it('an answer to a ping withdraws it too', async () => {
    const { browser, network, hold, events } = await holding({ lease: { grace: 'PT15S', idle: 'PT5M' } });
    network.state = 'down';
    hold.heartbeat();
    await browser.advance(5_000); // heartbeats at 0 and 2 s, a ping at 5 s
    assert.equal(hold.connected, false);
    network.state = 'up';
    await browser.advance(5_000);
    assert.equal(hold.connected, true);
    assert.equal(events.of('reconnected').length, 1);
  });

  it('a ping that failed is followed by heartbeats, long before the next ping', async () => {
    const { browser, network, hold } = await holding();
    network.state = 'down';
    await browser.advance(36_000);
    assert.deepEqual(network.to('/heartbeat').map(({ at }) => at - 1_000), [30_000, 32_000, 36_000]);
    assert.equal(hold.connected, false);
  });

  it('it goes on trying, ever more slowly, and still says that somebody worked', async () => {
    const { browser, network, hold } = await holding({ lease: { idle: 'PT30M' } });
    network.state = 'down';
    hold.heartbeat();
    await browser.advance(120_000);
    assert.deepEqual(gaps(network.beats).slice(0, 3), [2_000, 4_000, 8_000]);
    assert.ok(gaps(network.beats).every(gap => gap <= 30_000), `${gaps(network.beats)}`);
    assert.ok(network.beats.every(({ body }) => body.active));
    network.state = 'up';
    await browser.advance(30_000);
    const before = network.beats.length;
    await browser.advance(60_000);
    assert.equal(network.beats.length, before);
  });

  it('people see how long the hold lasts without any heartbeat', async () => {
    const { browser, network, hold } = await holding();
    assert.equal(hold.timeLeft, 300_000);
    network.state = 'down';
    hold.heartbeat();
    await browser.advance(6_000);
    assert.equal(hold.timeLeft, 84_000);
  });

  it('an overloaded server or a proxy in between is a failure, not a loss', async () => {
    const { browser, server, hold, events } = await holding();
    server.instead = { status: 502, body: '<html>Bad gateway</html>' };
    hold.heartbeat();
    await browser.advance(6_000);
    assert.equal(hold.state, 'held');
    assert.equal(events.of('disconnected').length, 1);
  });

  it('no answer within 10 seconds is a failure', async () => {
    const { browser, network, hold } = await holding();
    network.state = 'slow';
    hold.heartbeat();
    await browser.advance(9_999);
    assert.equal(network.beats.length, 1);
    await browser.advance(2_001);
    assert.equal(network.beats.length, 2);
  });
});
