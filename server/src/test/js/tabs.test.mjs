// Tabs of one browser: one stream for all of them, and one owner for each.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Feed } from '../../main/js/holdfast/feed.js';
import { Link } from '../../main/js/holdfast/link.js';
import { StoredHolds } from '../../main/js/holdfast/tab.js';
import { Browser } from './fake/browser.mjs';

/** A tab that watches what begins so, and what it is told. */
function tab(prefix, token = null) {
  const told = [];
  const feed = new Feed(new Link('/', token));
  const stop = feed.watch(prefix, ({ resource, free }) => told.push(`${resource} ${free ? 'free' : 'held'}`), () => told.push('ready'));
  return { told, stop, feed };
}

/** While tabs find each other, one may be told the same twice. */
const once = told => [...new Set(told)];

describe('Tabs', () => {
  it('share one stream, and each is told everything', async () => {
    const browser = new Browser();
    const { events, server } = browser;
    server.grant('a/1');
    const first = tab('a/');
    await browser.settle();
    const second = tab('a/');
    await browser.settle();
    server.grant('a/2');
    await browser.settle();
    assert.equal(events.asked.length, 1);
    assert.deepEqual(first.told, ['a/1 held', 'ready', 'a/2 held']);
    assert.deepEqual(second.told, ['a/1 held', 'ready', 'a/2 held']);
  });

  it('share one stream also when they open together', async () => {
    const browser = new Browser();
    const { events, server } = browser;
    server.grant('a/1');
    const tabs = [tab('a/'), tab('a/'), tab('a/')];
    await browser.settle();
    assert.equal(events.streams.length, 1);
    for (const { told } of tabs) assert.deepEqual(once(told), ['a/1 held', 'ready']);
  });

  it('that want something else widen the stream of the first', async () => {
    const browser = new Browser();
    const { events, server } = browser;
    server.grant('policy/1');
    server.grant('scene/1');
    const first = tab('policy/');
    await browser.settle();
    const second = tab('scene/');
    await browser.settle();
    assert.equal(events.streams.length, 1);
    assert.deepEqual(second.told, ['scene/1 held', 'ready']);
    assert.ok(!first.told.includes('scene/1 held'));
  });

  it('go on when the one with the stream is closed', async () => {
    const browser = new Browser();
    const { events, server } = browser;
    server.grant('a/1');
    const first = tab('a/');
    await browser.settle();
    const second = tab('a/');
    const third = tab('a/');
    await browser.settle();
    second.told.length = third.told.length = 0;
    first.stop();
    server.end('secret.a/1');
    server.grant('a/2');
    await browser.settle();
    assert.equal(events.streams.length, 1);
    assert.deepEqual(once(second.told), ['a/1 free', 'a/2 held', 'ready']);
    assert.deepEqual(once(third.told), ['a/1 free', 'a/2 held', 'ready']);
    server.grant('a/3');
    await browser.settle();
    assert.equal(second.told.at(-1), 'a/3 held');
    assert.equal(third.told.at(-1), 'a/3 held');
  });

  it('that are closed do not end the stream of the others', async () => {
    const browser = new Browser();
    const { events, server } = browser;
    const first = tab('a/');
    await browser.settle();
    const second = tab('a/');
    await browser.settle();
    second.stop();
    await browser.settle();
    server.grant('a/1');
    await browser.settle();
    assert.equal(events.streams.length, 1);
    assert.deepEqual(first.told, ['ready', 'a/1 held']);
    assert.deepEqual(second.told, ['ready']);
  });

  it('are told of what was missed while the stream was broken', async () => {
    const browser = new Browser();
    const { events, server } = browser;
    server.grant('a/1');
    tab('a/');
    await browser.settle();
    const second = tab('a/');
    await browser.settle();
    events.cut();
    server.end('secret.a/1');
    events.forget();
    await browser.advance(1_000);
    assert.deepEqual(second.told, ['a/1 held', 'ready', 'a/1 free', 'ready']);
  });

  it('with tokens share nothing, since they may be different people', async () => {
    const browser = new Browser();
    const { events } = browser;
    tab('a/', 'hf_anna');
    tab('a/', 'hf_ben');
    await browser.settle();
    assert.deepEqual(events.asked.map(({ authorization }) => authorization), ['Bearer hf_anna', 'Bearer hf_ben']);
  });

  it('have a stream each where the browser knows no locks', async () => {
    const browser = new Browser();
    const { events, server } = browser;
    delete navigator.locks;
    server.grant('a/1');
    const tabs = [tab('a/'), tab('a/')];
    await browser.settle();
    assert.equal(events.streams.length, 2);
    for (const { told } of tabs) assert.deepEqual(told, ['a/1 held', 'ready']);
  });

  it('close everything with the last one', async () => {
    const browser = new Browser();
    const { events } = browser;
    const tabs = [tab('a/'), tab('a/')];
    await browser.settle();
    tabs.forEach(({ stop }) => stop());
    await browser.settle();
    assert.equal(events.streams.length, 0);
    const next = tab('a/');
    await browser.settle();
    assert.deepEqual(next.told, ['ready']);
  });
});

let pages = 0;

/** What a page has that was loaded just now, in the tab whose storage is there. */
const loaded = () => import(`../../main/js/holdfast/tab.js?page=${++pages}`);

async function found(browser, page) {
  const owner = (page ?? (await loaded())).tabOwner();
  await browser.advance(1_000);
  return owner;
}

describe('A tab', () => {
  it('is the same owner after a reload', async () => {
    const browser = new Browser();
    const before = await found(browser);
    browser.closeTabs();
    assert.equal(await found(browser), before);
  });

  it('is the same owner after a reload where the browser knows no locks', async () => {
    const browser = new Browser();
    delete navigator.locks;
    const before = await found(browser);
    browser.closeTabs();
    delete navigator.locks;
    assert.equal(await found(browser), before);
  });

  it('waits a moment for the page before it to end', async () => {
    const browser = new Browser();
    const before = await found(browser);
    browser.closeTabs();
    navigator.locks.request(`holdfast-tab-${before}`, {}, () => new Promise(resolve => { setTimeout(resolve, 900); }));
    assert.equal(await found(browser), before);
  });

  it('does not wait for it longer than a second', async () => {
    const browser = new Browser();
    const before = await found(browser);
    browser.closeTabs();
    navigator.locks.request(`holdfast-tab-${before}`, {}, () => new Promise(() => {}));
    assert.notEqual(await found(browser), before);
  });

  it('that was duplicated is an owner of its own, and has nothing of the other', async () => {
    const browser = new Browser();
    const original = await found(browser);
    new StoredHolds('http://page.test/').put('receipt', { resource: 'a/1' });
    const copy = browser.openTab(sessionStorage.copy());
    const duplicate = await found(browser);
    assert.notEqual(duplicate, original);
    assert.equal(copy.getItem('holdfast-owner'), duplicate);
    assert.deepEqual(new StoredHolds('http://page.test/').list(), []);
  });

  it('that was ended is another owner on its next page', async () => {
    const browser = new Browser();
    const page = await loaded();
    const before = await found(browser, page);
    page.forgetOwner();
    browser.closeTabs();
    assert.notEqual(await found(browser), before);
  });

  it('may be told to keep nothing', async () => {
    const browser = new Browser();
    Object.defineProperty(globalThis, 'sessionStorage', {
      configurable: true,
      get() {
        throw new DOMException('Not here.', 'SecurityError');
      },
    });
    assert.match(await found(browser), /^[0-9a-f-]{32,36}$/);
    const kept = new StoredHolds('http://page.test/');
    kept.put('receipt', { resource: 'a/1' });
    assert.deepEqual(kept.list(), []);
  });

  it('keeps holds of different servers apart', () => {
    new Browser().openTab();
    const one = new StoredHolds('http://one.test/');
    const two = new StoredHolds('http://two.test/');
    one.put('r1', { resource: 'a/1' });
    two.put('r2', { resource: 'a/2' });
    one.forget('r2x');
    assert.deepEqual(one.list(), [['r1', { resource: 'a/1', server: 'http://one.test/' }]]);
    two.forget('r2');
    assert.deepEqual(two.list(), []);
    assert.equal(one.list().length, 1);
  });

  it('without room in its storage goes on', () => {
    new Browser().openTab();
    sessionStorage.full = true;
    const kept = new StoredHolds('http://one.test/');
    kept.put('r1', { resource: 'a/1' });
    assert.deepEqual(kept.list(), []);
  });
});
