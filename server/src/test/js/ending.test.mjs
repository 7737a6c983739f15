// How a hold ends: taken away, or given back.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Unreachable } from '../../main/js/holdfast/link.js';
import { holding, RECEIPT, RESOURCE } from './fake/page.mjs';

const TAKEN = { why: 'forced', detail: 'Carla released it.', by: 'Carla', reason: 'needed for the audit' };

describe('A hold that was taken away', () => {
  it('says by whom and why with the next heartbeat', async () => {
    const { browser, server, hold, events, client } = await holding();
    server.end(RECEIPT, TAKEN);
    hold.heartbeat();
    await browser.settle();
    const [{ at, ...lost }] = events.of('lost');
    assert.deepEqual(lost, { ...TAKEN, draft: null, text: null });
    assert.equal(Date.parse(at), browser.clock.wall + 3_600_000);
    assert.deepEqual(hold.loss, events.of('lost')[0]);
    assert.deepEqual({ state: hold.state, held: hold.held }, { state: 'lost', held: false });
    assert.deepEqual(client.told, [`lost ${RESOURCE}`]);
  });

  it('is noticed by a ping when nobody works', async () => {
    const { browser, server, events } = await holding();
    server.end(RECEIPT, TAKEN);
    await browser.advance(30_000);
    assert.deepEqual(events.of('lost').map(({ by }) => by), ['Carla']);
  });

  it('is noticed at once when something hints at it', async () => {
    const { browser, server, hold, events } = await holding();
    server.end(RECEIPT, TAKEN);
    hold.check();
    await browser.settle();
    assert.deepEqual(events.of('lost').map(({ reason }) => reason), ['needed for the audit']);
  });

  it('is asked about together with the text, which the server then keeps in any case', async () => {
    const { browser, network, hold } = await holding();
    hold.saveDraft('text');
    await browser.settle();
    hold.check();
    await browser.settle();
    assert.deepEqual(network.beats.map(({ body }) => body.draft?.revision), [1, 1]);
  });

  it('is noticed by a hint though an older heartbeat is under way', async () => {
    const { browser, network, server, hold, events } = await holding();
    network.state = 'slow';
    hold.heartbeat();
    await browser.settle();
    network.state = 'up';
    server.end(RECEIPT, TAKEN);
    hold.check();
    await network.deliver();
    assert.equal(events.of('lost').length, 1);
  });

  it('that the server knows nothing of is lost for an unknown reason', async () => {
    const { browser, server, hold, events } = await holding();
    server.answer({ method: 'POST', path: '/v1/releases', headers: {}, body: { receipts: [RECEIPT] } });
    hold.heartbeat();
    await browser.settle();
    assert.deepEqual(events.of('lost').map(({ why, by }) => ({ why, by })), [{ why: 'unknown', by: '' }]);
  });

  it('is never taken again, and nothing is sent any more', async () => {
    const { browser, network, server, hold, client } = await holding();
    server.end(RECEIPT, TAKEN);
    hold.heartbeat();
    await browser.settle();
    const before = network.requests.length;
    hold.heartbeat();
    hold.saveDraft('more');
    hold.check();
    hold.leave();
    await browser.advance(600_000);
    assert.equal(network.requests.length, before);
    assert.deepEqual(client.stored.list(), []);
  });

  it('hands in what was written and not sent', async () => {
    const { browser, server, hold, events } = await holding();
    hold.saveDraft('first');
    await browser.advance(1_000);
    server.end(RECEIPT, TAKEN);
    hold.saveDraft('second');
    await browser.advance(1_000);
    assert.equal(server.draft(RESOURCE).content, 'second');
    const [{ text, draft }] = events.of('lost');
    assert.equal(text, 'second');
    assert.deepEqual(draft, { revision: 2, saved: server.draft(RESOURCE).saved });
  });

  it('hands it in also when a ping brought the news', async () => {
    const { browser, network, server, hold } = await holding();
    hold.saveDraft('first');
    await browser.advance(29_000);
    network.state = 'down';
    hold.saveDraft('second');
    await browser.settle();
    network.state = 'up';
    server.end(RECEIPT, TAKEN);
    await browser.advance(1_000); // the ping comes before the heartbeat is tried again
    assert.equal(hold.state, 'lost');
    assert.equal(server.draft(RESOURCE).content, 'second');
    const before = network.requests.length;
    await browser.advance(60_000);
    assert.equal(network.requests.length, before);
  });

  it('hands in once more what was saved, so that the server says what is kept', async () => {
    const { browser, network, server, hold, events } = await holding();
    hold.saveDraft('text');
    await browser.settle();
    server.end(RECEIPT, TAKEN);
    await browser.advance(30_000);
    assert.deepEqual(network.beats.map(({ body }) => body.draft.content), ['text', 'text']);
    assert.equal(events.of('lost')[0].draft.revision, 1);
    assert.equal(hold.late, null);
  });

  it('says what is kept of a draft that was only read here', async () => {
    const { browser, server, hold, events } = await holding();
    server.save(RESOURCE, 7, 'from home');
    await hold.draft();
    server.end(RECEIPT, TAKEN);
    hold.heartbeat();
    await browser.settle();
    const [{ draft, text }] = events.of('lost');
    assert.deepEqual({ revision: draft.revision, text }, { revision: 7, text: null });
  });

  it('promises in words only the draft of a user', async () => {
    for (const user of ['', 'anna']) {
      const { browser, server, hold, events } = await holding({ user });
      server.save(RESOURCE, 7, 'from home', user);
      await hold.draft();
      server.end(RECEIPT, TAKEN);
      hold.heartbeat();
      await browser.settle();
      assert.equal(events.of('lost')[0].detail, user ? `${TAKEN.detail} Your text is kept, as it was last saved.` : TAKEN.detail);
    }
  });

  it('is lost once, whoever brings the news first', async () => {
    const { browser, network, server, hold, events } = await holding();
    await browser.advance(29_999);
    server.end(RECEIPT, TAKEN);
    network.state = 'slow';
    hold.heartbeat();
    await browser.advance(1);
    assert.equal(network.to('/heartbeat').length, 2);
    await network.deliver();
    await network.deliver();
    assert.equal(events.of('lost').length, 1);
  });
});

describe('A hold that is given back', () => {
  it('is free then, and told as released', async () => {
    const { server, hold, events, client } = await holding();
    assert.equal(await hold.release(), true);
    assert.equal(server.isHeld(RECEIPT), false);
    assert.deepEqual({ state: hold.state, held: hold.held }, { state: 'released', held: false });
    assert.equal(events.of('released').length, 1);
    assert.deepEqual(client.told, [`released ${RESOURCE}`]);
    assert.deepEqual(client.stored.list(), []);
  });

  it('sends nothing any more, not even for a second release', async () => {
    const { browser, network, hold } = await holding();
    await hold.release();
    const before = network.requests.length;
    assert.equal(await hold.release(), true);
    hold.heartbeat();
    await browser.advance(600_000);
    assert.equal(network.requests.length, before);
  });

  it('keeps the draft, with what was written last', async () => {
    const { browser, server, hold } = await holding();
    hold.saveDraft('first');
    await browser.settle();
    hold.saveDraft('second');
    assert.equal(await hold.release(), true);
    assert.equal(server.draft(RESOURCE).content, 'second');
  });

  it('discards the draft of its author when it was submitted', async () => {
    const { browser, network, server, hold } = await holding({ user: 'anna' });
    hold.saveDraft('first');
    await browser.settle();
    assert.equal(server.draft(RESOURCE, 'anna').content, 'first');
    hold.saveDraft('second');
    assert.equal(await hold.release({ discardDraft: true }), true);
    assert.equal(server.draft(RESOURCE, 'anna'), undefined);
    assert.ok(network.beats.every(({ body }) => body.draft?.content !== 'second'));
  });

  it('waits for the heartbeat under way, which could bring the draft back', async () => {
    const { browser, network, server, hold } = await holding();
    await hold.draft();
    network.state = 'slow';
    hold.saveDraft('first');
    await browser.settle();
    const released = hold.release({ discardDraft: true });
    await browser.settle();
    assert.equal(network.to('/releases').length, 0);
    network.state = 'up';
    await network.deliver();
    assert.equal(await released, true);
    assert.equal(server.draft(RESOURCE), undefined);
  });

  it('stays held while text is not saved and the server is away', async () => {
    const { browser, network, server, hold } = await holding();
    network.state = 'down';
    hold.saveDraft('text');
    await assert.rejects(hold.release(), Unreachable);
    assert.equal(hold.state, 'held');
    network.state = 'up';
    await browser.advance(4_000); // the heartbeat and that of the release failed
    assert.equal(server.draft(RESOURCE).content, 'text');
    assert.equal(await hold.release(), true);
  });

  it('without text is tried three times while the server is away, and is over here in any case', async () => {
    const { browser, network, hold, events, client } = await holding();
    network.state = 'down';
    const refused = assert.rejects(hold.release(), Unreachable);
    await browser.advance(10_000);
    await refused;
    assert.deepEqual(network.to('/releases').map(({ at }) => at - 1_000), [0, 500, 1_500]);
    assert.equal(hold.state, 'released');
    assert.equal(events.of('released').length, 0);
    assert.deepEqual(client.told, [`released ${RESOURCE}`]);
  });

  it('is released also if only the answer to the first attempt got lost', async () => {
    const { browser, network, server, hold, events } = await holding();
    network.state = 'deaf';
    const released = hold.release();
    await browser.settle();
    network.state = 'up';
    await browser.advance(500);
    assert.equal(await released, true);
    assert.equal(server.isHeld(RECEIPT), false);
    assert.equal(events.of('released').length, 1);
    assert.equal(events.of('lost').length, 0);
  });

  it('says so if it had been lost before, and keeps the draft', async () => {
    const { browser, server, hold, events } = await holding();
    hold.saveDraft('text');
    await browser.settle();
    server.end(RECEIPT, TAKEN);
    assert.equal(await hold.release({ discardDraft: true }), false);
    assert.deepEqual(events.of('lost').map(({ by }) => by), ['Carla']);
    assert.equal(events.of('released').length, 0);
    assert.equal(hold.state, 'lost');
    assert.equal(server.draft(RESOURCE).content, 'text');
  });

  it('is false when it was lost in sight of all', async () => {
    const { browser, server, hold } = await holding();
    server.end(RECEIPT, TAKEN);
    hold.heartbeat();
    await browser.settle();
    assert.equal(await hold.release(), false);
  });
});
