// How long a hold lasts, what people see of it, and how it ends by time alone.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Hold } from '../../main/js/holdfast/hold.js';
import { Countdown, milliseconds, moment } from '../../main/js/holdfast/time.js';
import { connection, holding, RECEIPT, RESOURCE } from './fake/page.mjs';
import { Browser, listen } from './fake/browser.mjs';

describe('The time left', () => {
  it('is told each second', async () => {
    const { browser, events } = await holding({ lease: { idle: 'PT5M' } });
    await browser.advance(3_000);
    assert.deepEqual(events.of('countdown'), [299_000, 298_000, 297_000].map(left => ({ timeLeft: left, remaining: left })));
  });

  it('is less what the answer took, since it counts from the question', async () => {
    const { browser, network, hold } = await holding({ lease: { idle: 'PT5M' } });
    network.state = 'slow';
    hold.heartbeat();
    await browser.advance(8_000);
    await network.deliver();
    assert.equal(hold.timeLeft, 292_000);
  });

  it('begins again when somebody works', async () => {
    const { browser, hold } = await holding();
    await browser.advance(200_000);
    assert.equal(hold.timeLeft, 100_000);
    hold.heartbeat();
    await browser.settle();
    assert.equal(hold.timeLeft, 300_000);
  });

  it('is not prolonged by pings, which only show that the page is there', async () => {
    const { browser, network, hold } = await holding();
    await browser.advance(30_000);
    assert.equal(network.background.length, 1);
    assert.equal(hold.timeLeft, 270_000);
    assert.equal(hold.remaining, 90_000);
  });

  it('is unlimited where the policy sets no limit', async () => {
    const { browser, hold, events } = await holding({ lease: {} });
    await browser.advance(3_600_000);
    assert.equal(hold.timeLeft, null);
    assert.equal(hold.remaining, null);
    assert.equal(hold.held, true);
    assert.deepEqual(events.of('warning'), []);
  });

  it('ends at the absolute limit, however much somebody works', async () => {
    const { browser, hold, events } = await holding({ lease: { absolute: 'PT2M' } });
    for (let i = 0; i < 130; i++) {
      hold.heartbeat();
      await browser.advance(1_000);
    }
    assert.equal(hold.state, 'lost');
    assert.equal(events.of('warning').length, 1);
  });
});

describe('The warning', () => {
  it('comes once, when the last minute begins', async () => {
    const { browser, events } = await holding();
    await browser.advance(239_000);
    assert.deepEqual(events.of('warning'), []);
    await browser.advance(1_000);
    assert.deepEqual(events.of('warning'), [{ timeLeft: 60_000 }]);
    await browser.advance(50_000);
    assert.equal(events.of('warning').length, 1);
  });

  it('comes again in the last minute after somebody worked once more', async () => {
    const { browser, hold, events } = await holding();
    await browser.advance(250_000);
    hold.heartbeat();
    await browser.advance(239_000);
    assert.equal(events.of('warning').length, 1);
    await browser.advance(2_000);
    assert.equal(events.of('warning').length, 2);
  });
});

describe('A hold whose time is up', () => {
  it('is lost at that moment, with the word of the server', async () => {
    const { browser, hold, events, client } = await holding();
    await browser.advance(299_000);
    assert.equal(hold.held, true);
    await browser.advance(1_000);
    assert.equal(hold.held, false);
    assert.equal(hold.state, 'lost');
    const [{ why, detail }] = events.of('lost');
    assert.deepEqual({ why, detail }, { why: 'expired', detail: `${RESOURCE} was not renewed in time.` });
    assert.deepEqual(client.told, [`lost ${RESOURCE}`]);
  });

  it('is lost without a word of the server too, when that is away', async () => {
    const { browser, network, hold, events } = await holding();
    network.state = 'down';
    await browser.advance(90_000);
    assert.equal(hold.state, 'lost');
    assert.deepEqual(events.of('lost').map(({ why, detail }) => ({ why, detail })), [
      { why: 'expired', detail: `Your lock on ${RESOURCE} has ended: its time is up.` },
    ]);
  });

  it('waits for the server no longer than a second', async () => {
    const { browser, network, events } = await holding({ lease: { absolute: 'PT1M' } });
    network.state = 'slow';
    await browser.advance(60_999);
    assert.equal(events.of('lost').length, 0);
    await browser.advance(1);
    assert.equal(events.of('lost').length, 1);
  });

  it('is not certain any more from that moment, though nothing was told yet', async () => {
    const { browser, hold } = await holding({ lease: { idle: 'PT5M' } });
    browser.clock.sleep(300_000);
    assert.equal(hold.state, 'held');
    assert.equal(hold.held, false);
  });

  it('is over after a laptop slept for so long', async () => {
    const { browser, hold, events } = await holding();
    browser.clock.sleep(600_000);
    await browser.advance(1_000);
    assert.equal(hold.state, 'lost');
    assert.equal(events.of('lost').length, 1);
  });

  it('does not last longer because the clock on the wall was set back', async () => {
    const { browser, network, hold } = await holding();
    network.state = 'down';
    browser.clock.sleep(-3_600_000);
    await browser.advance(90_000);
    assert.equal(hold.state, 'lost');
  });

  it('is given back if the server counts otherwise, so that both say the same', async () => {
    const { browser, network, server, hold } = await holding({ lease: { grace: 'PT30S' } });
    network.state = 'down';
    await browser.advance(29_000);
    server.lease = {};
    server.grant(RESOURCE); // the same receipt, without limit
    network.state = 'up';
    await browser.advance(1_000);
    assert.equal(hold.state, 'lost');
    assert.equal(server.isHeld(RECEIPT), false);
  });

  it('is kept if pings went on while the page was busy', async () => {
    const browser = new Browser();
    browser.server.lease = { grace: 'PT30S' };
    const client = connection();
    let told;
    // The answers of the worker wait until the page has time for them.
    client.background = {
      keep: (receipt, every, tell) => { told = tell; },
      drop: () => {},
      settled: async () => {
        const { body } = browser.server.answer({ method: 'POST', path: `/v1/holds/${RECEIPT}/heartbeat`, headers: {}, body: { active: false } });
        told({ status: 200, body, sent: moment() });
      },
    };
    const granted = browser.server.grant(RESOURCE);
    const sent = moment();
    await browser.advance(20_000);
    browser.server.answer({ method: 'POST', path: `/v1/holds/${RECEIPT}/heartbeat`, headers: {}, body: { active: false } });
    await browser.advance(15_000);
    const hold = Hold.granted(client, granted, sent); // 35 s ago
    const events = listen(hold, 'lost');
    await browser.advance(1_000);
    assert.equal(hold.state, 'held');
    assert.equal(hold.held, true);
    assert.equal(events.length, 0);
  });
});

describe('A countdown', () => {
  it('takes no notice of an answer that a newer one overtook', () => {
    const browser = new Browser();
    const countdown = new Countdown();
    const at = seconds => new Date(browser.clock.wall + seconds * 1_000).toISOString();
    countdown.heard({ seen: at(10), remainingSeconds: 90 }, moment());
    countdown.heard({ seen: at(5), remainingSeconds: 300 }, moment());
    assert.equal(countdown.remaining, 90_000);
  });

  it('reads the durations that a server writes, and no others', () => {
    const read = ['PT1H30M', 'PT0.5S', 'PT90S', 'PT2M', 'P1D', null, undefined].map(milliseconds);
    assert.deepEqual(read, [5_400_000, 500, 90_000, 120_000, null, null, null]);
  });
});
