// Requests to hand over: of this page to others, and of others to this page.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { connect, Refusal, Unreachable } from '../../main/js/holdfast.js';
import { german } from '../../main/js/holdfast/german.js';
import { Browser, listen } from './fake/browser.mjs';

const RESOURCE = 'policy/12345';
const TEN_MINUTES = 600_000;

async function connected(options) {
  const browser = new Browser();
  const holdfast = connect(options);
  const finding = holdfast.owner;
  await browser.advance(1_000);
  await finding;
  return { browser, network: browser.network, server: browser.server, holdfast };
}

/** Another one holds it, and this page asks. */
async function asking(options) {
  const here = await connected(options);
  here.server.grant(RESOURCE, 'theirs', { id: 'other', name: 'Ben' });
  const asked = await here.holdfast.ask(RESOURCE, { message: 'May I have it?', note: 'renewal' });
  const told = listen(asked, 'answer');
  await here.browser.settle();
  const [request] = here.server.requests.to(RESOURCE);
  return { ...here, asked, told, request };
}

/** This page holds it. */
async function holding(options) {
  const here = await connected(options);
  const hold = await here.holdfast.acquire(RESOURCE);
  await here.browser.settle();
  return { ...here, hold };
}

describe('Asking', () => {
  it('asks under a receipt, and gives the hold that is handed over', async () => {
    const { browser, network, server, holdfast, asked, told, request } = await asking({ name: 'Anna' });
    const [{ body }] = network.to('/requests');
    assert.equal(body.message, 'May I have it?');
    assert.deepEqual(body.owner, { id: await holdfast.owner, name: 'Anna' });
    assert.equal(asked.state, 'open');
    server.requests.hand(request, 'here you are');
    await browser.settle();
    const hold = await asked.hold;
    assert.deepEqual([asked.state, hold.held, hold.receipt, told.at(-1).detail.reply], ['handed', true, body.receipt, 'here you are']);
    assert.deepEqual(holdfast.holds, [hold]);
    assert.equal(await asked.withdraw(), false);
  });

  it('tells of a promise and of what the holder says', async () => {
    const { browser, server, asked, told, request } = await asking();
    server.requests.change(request, { shown: server.time() });
    await browser.settle();
    assert.deepEqual([asked.state, asked.answer.shown], ['open', true]);
    const until = server.time(TEN_MINUTES);
    server.requests.change(request, { state: 'promised', until, reply: 'soon' });
    await browser.settle();
    assert.deepEqual([asked.state, asked.answer.until, asked.answer.reply, asked.answer.holder], ['promised', until, 'soon', 'Ben']);
    server.requests.change(request, { state: 'declined', reply: 'I need it' });
    assert.equal(await asked.hold, null);
    assert.deepEqual(told.map(({ detail }) => detail.state), ['open', 'promised', 'declined']);
    assert.equal(asked.answer.reply, 'I need it');
  });

  it('finds the answer without an event, where the page may not see one', async () => {
    const { browser, server, asked, request } = await asking();
    Object.assign(request, { state: 'declined', ended: server.time() });
    await browser.advance(20_000);
    assert.equal(asked.state, 'declined');
  });

  it('looks once more if something changed while it looked', async () => {
    const { browser, network, server, asked, request } = await asking();
    network.state = 'slow';
    server.requests.change(request, { shown: server.time() });
    await browser.settle();
    server.requests.change(request, { state: 'promised', until: server.time(TEN_MINUTES) });
    await browser.settle();
    await network.deliver();
    assert.equal(asked.state, 'open');
    await network.deliver();
    assert.equal(asked.state, 'promised');
  });

  it('takes what was released for another reason, unless another owner was faster', async () => {
    for (const faster of [false, true]) {
      const { browser, server, asked, request } = await asking();
      server.end('theirs', {}, false);
      if (faster) server.grant(RESOURCE, 'third', { id: 'third', name: 'Chiara' });
      server.requests.change(request, { state: 'lapsed', ended: server.time() });
      await browser.advance(20_000);
      const hold = await asked.hold;
      assert.deepEqual([asked.state, hold?.held], faster ? ['lapsed', undefined] : ['handed', true]);
    }
  });

  it('waits for every holder of a shared lock', async () => {
    const { browser, server, holdfast } = await connected();
    for (const name of ['Ben', 'Chiara']) server.grant(RESOURCE, `of ${name}`, { id: name, name });
    const asked = await holdfast.ask(RESOURCE);
    const [ben, chiara] = server.requests.to(RESOURCE);
    server.requests.change(ben, { state: 'handed' });
    server.requests.change(chiara, { state: 'promised', until: server.time(TEN_MINUTES) });
    await browser.settle();
    assert.equal(asked.state, 'promised');
    server.requests.change(chiara, { state: 'declined', reply: 'no' });
    assert.equal(await asked.hold, null);
    assert.deepEqual([asked.state, asked.answer.holder, asked.answer.reply], ['declined', 'Chiara', 'no']);
  });

  it('keeps what is handed over while the server is away', async () => {
    const { browser, network, server, asked, request } = await asking();
    network.losesAnswerTo = '/v1/locks';
    server.requests.hand(request);
    await browser.advance(30_000);
    assert.equal((await asked.hold).held, true);
    assert.equal(network.to('/releases').length, 0);
  });

  it('says why no holder is asked', async () => {
    const { server, holdfast, network } = await connected();
    server.requests.refuses = 'muted';
    await assert.rejects(holdfast.ask(RESOURCE), refusal => refusal instanceof Refusal && refusal.why === 'muted' && refusal.message === 'Not asked: muted.');
    network.state = 'down';
    await assert.rejects(holdfast.ask(RESOURCE), Unreachable);
  });

  it('is withdrawn on demand, when the page is left, and at the end', async () => {
    const { asked, request } = await asking();
    assert.equal(await asked.withdraw(), true);
    assert.deepEqual([asked.state, request.state], ['withdrawn', 'withdrawn']);
    const left = await asking();
    left.browser.happens('pagehide');
    await left.browser.settle();
    assert.equal(left.request.state, 'withdrawn');
    assert.equal(left.network.to('/requests/').find(({ method }) => method === 'DELETE').keepalive, true);
    const kept = await asking();
    kept.browser.happens('pagehide', { persisted: true });
    await kept.browser.settle();
    assert.equal(kept.request.state, 'open');
    await kept.holdfast.close();
    assert.equal(kept.request.state, 'withdrawn');
    const sent = kept.network.requests.length;
    await kept.browser.advance(TEN_MINUTES);
    assert.equal(kept.network.requests.length, sent);
  });
});

describe('A holder', () => {
  it('hears of a request once, and says that it was shown', async () => {
    const { browser, server, holdfast, hold } = await holding();
    const told = listen(holdfast, 'requests');
    const heard = [];
    const stop = hold.onRequest(request => heard.push(request.message));
    const [request] = server.requests.ask(RESOURCE, { message: 'May I?' });
    await browser.advance(5_000);
    assert.deepEqual(heard, ['May I?']);
    assert.ok(request.shown);
    assert.deepEqual(told.of('requests').at(-1).requests.map(({ id }) => id), [request.id]);
    assert.deepEqual(hold.requests.map(({ asker }) => asker), ['Ben']);
    await browser.advance(60_000);
    assert.equal(heard.length, 1);
    stop();
    server.requests.change(request, { state: 'withdrawn' });
    await browser.advance(5_000);
    assert.deepEqual([hold.requests, heard.length, told.of('requests').at(-1).requests], [[], 1, []]);
  });

  it('does not claim that a person saw it in a hidden page, or without anybody who shows it', async () => {
    const { browser, server, hold } = await holding();
    const [request] = server.requests.ask(RESOURCE);
    await browser.advance(5_000);
    assert.equal(request.shown, null);
    browser.hide();
    hold.onRequest(() => {});
    await browser.advance(60_000);
    assert.equal(request.shown, null);
    browser.hide(false);
    await browser.advance(5_000);
    assert.ok(request.shown);
  });

  it('hears of it by its heartbeats where events do not tell', async () => {
    const { browser, server, hold } = await holding();
    server.hidesRequests = true;
    server.requests.ask(RESOURCE);
    await browser.advance(60_000);
    assert.equal(hold.requests.length, 1);
  });

  it('hands over what it wrote, without losing the lock', async () => {
    const { browser, server, holdfast, hold } = await holding();
    const told = listen(hold, 'released', 'lost', 'saved');
    const [request] = server.requests.ask(RESOURCE);
    await browser.advance(5_000);
    hold.saveDraft('so far');
    const handing = hold.answer(hold.requests[0], 'now');
    await browser.advance(5_000);
    assert.equal((await handing).state, 'handed');
    assert.deepEqual([hold.state, holdfast.holds, request.state], ['released', [], 'handed']);
    assert.equal(server.draft(RESOURCE).content, 'so far');
    await browser.advance(60_000);
    assert.deepEqual(told.map(({ name }) => name), ['saved', 'released']);
    assert.equal(told.at(-1).detail.to, 'Ben');
  });

  it('is not told of a loss by a heartbeat that is answered before the hand-over', async () => {
    const { browser, network, server, hold } = await holding();
    const told = listen(hold, 'released', 'lost');
    server.requests.ask(RESOURCE);
    await browser.advance(5_000);
    network.state = 'slow';
    const handing = hold.answer(hold.requests[0], 'now');
    await browser.settle();
    hold.heartbeat();
    await browser.advance(2_500);
    await network.deliver(1);
    await network.deliver();
    network.state = 'up';
    assert.equal((await handing).state, 'handed');
    assert.deepEqual(told.map(({ name }) => name), ['released']);
  });

  it('keeps the lock if the text cannot be saved before', async () => {
    const { browser, network, server, hold } = await holding();
    const [request] = server.requests.ask(RESOURCE);
    await browser.advance(5_000);
    network.state = 'down';
    hold.saveDraft('so far');
    const handing = assert.rejects(hold.answer(hold.requests[0], 'now'), Unreachable);
    await browser.advance(5_000);
    await handing;
    assert.deepEqual([hold.held, request.state], [true, 'open']);
  });

  it('promises, declines, and is told of a request that has ended', async () => {
    const { browser, network, server, hold } = await holding();
    const [request] = server.requests.ask(RESOURCE);
    await browser.advance(5_000);
    const [asked] = hold.requests;
    assert.equal((await hold.answer(asked, 'in', { within: '10m', message: 'soon' })).state, 'promised');
    assert.deepEqual(network.to('/answers')[0].body, { resource: RESOURCE, request: request.id, answer: 'in', within: '10m', message: 'soon' });
    await browser.advance(5_000);
    assert.equal(hold.requests[0].state, 'promised');
    assert.equal((await hold.answer(asked, 'no', { message: 'later' })).state, 'declined');
    assert.equal(await hold.answer(asked, 'no'), null);
    assert.equal(await hold.mute(), true);
    assert.equal(hold.held, true);
  });

  it('is told to whom it lost a lock whose time to hand over has come', async () => {
    const { browser, server, hold } = await holding({ messages: german });
    const [request] = server.requests.ask(RESOURCE);
    await browser.advance(5_000);
    server.requests.hand(request);
    server.changed(RESOURCE);
    await browser.advance(5_000);
    assert.deepEqual([hold.state, hold.loss.why], ['lost', 'yielded']);
    assert.match(hold.loss.detail, /Sie wurde an Ben übergeben\./);
  });
});

describe('Notifications', () => {
  const shown = [];

  function allow(permission) {
    shown.length = 0;
    globalThis.localStorage = globalThis.sessionStorage;
    globalThis.Notification = class {
      static permission = permission;
      static requestPermission = async () => Notification.permission;

      constructor(text) {
        shown.push(text);
      }
    };
  }

  it('come only after consent, and only to who looks elsewhere', async () => {
    const { browser, server, holdfast } = await holding();
    allow('granted');
    assert.equal(holdfast.notifies, false);
    browser.hide();
    server.requests.ask(RESOURCE, { message: 'one' });
    await browser.advance(30_000);
    assert.deepEqual(shown, []);
    assert.equal(await holdfast.notify(), true);
    server.requests.ask(RESOURCE, { message: 'two', receipt: 'b' });
    await browser.advance(30_000);
    assert.deepEqual(shown, ['Ben asks for policy/12345: “two”']);
    browser.hide(false);
    server.requests.ask(RESOURCE, { message: 'three', receipt: 'c' });
    await browser.advance(30_000);
    assert.equal(await holdfast.notify(false), false);
    browser.hide();
    server.requests.ask(RESOURCE, { message: 'four', receipt: 'd' });
    await browser.advance(30_000);
    assert.equal(shown.length, 1);
  });

  it('tell who asks of the answer, and who waits of the lock', async () => {
    const { browser, server, holdfast, request } = await asking();
    allow('granted');
    await holdfast.notify();
    browser.hide();
    server.requests.change(request, { state: 'declined', reply: 'I need it' });
    await browser.advance(1_000);
    assert.deepEqual(shown, ['Ben does not hand over now: “I need it”']);
    await holdfast.acquire('other', { wait: '1m' });
    assert.equal(shown.at(-1), 'other: it is yours now.');
  });

  it('do not come where the browser or the person forbids them', async () => {
    const { holdfast } = await connected();
    allow('denied');
    assert.equal(await holdfast.notify(), false);
    delete globalThis.Notification;
    assert.equal(await holdfast.notify(), false);
  });
});
