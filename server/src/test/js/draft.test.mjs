// Unfinished text: how it is numbered, when it is saved, and what may never replace it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Draft } from '../../main/js/holdfast/draft.js';
import { Link, Unreachable } from '../../main/js/holdfast/link.js';
import { Browser } from './fake/browser.mjs';
import { holding, reloaded, RECEIPT, RESOURCE } from './fake/page.mjs';

const texts = network => network.beats.filter(({ body }) => body.draft).map(({ body }) => `${body.draft.revision} ${body.draft.content}`);

describe('A draft', () => {
  it('leaves with heartbeats, the newest text each time, under growing numbers', async () => {
    const { browser, network, hold, events } = await holding();
    for (const text of ['a', 'ab', 'abc']) {
      hold.saveDraft(text);
      await browser.advance(100);
    }
    await browser.advance(2_000);
    hold.saveDraft('abcd');
    await browser.advance(2_000);
    assert.deepEqual(texts(network), ['1 a', '2 abc', '3 abcd']);
    assert.ok(network.beats.every(({ body }) => body.active));
    assert.deepEqual(events.of('saved').map(({ text, revision }) => `${revision} ${text}`), ['1 a', '2 abc', '3 abcd']);
  });

  it('goes on with the numbers of what is stored', async () => {
    const { browser, network, server, hold } = await holding();
    server.save(RESOURCE, 7, 'from home');
    hold.saveDraft('new');
    await browser.settle();
    assert.deepEqual(texts(network), ['8 new']);
    assert.equal(server.draft(RESOURCE).content, 'new');
  });

  it('goes on above what was put aside, too', async () => {
    const { browser, network, server, hold } = await holding();
    server.save(RESOURCE, 7, 'from home');
    server.draft(RESOURCE).late = { revision: 9, content: 'aside', saved: '2030-01-01T00:00:00Z' };
    hold.saveDraft('new');
    await browser.settle();
    assert.deepEqual(texts(network), ['10 new']);
    assert.equal((await hold.draft()).text, 'new');
    assert.equal(hold.late.text, 'aside');
  });

  it('is sent once, however often somebody types after it', async () => {
    const { browser, network, hold } = await holding();
    hold.saveDraft('text');
    await browser.advance(3_000);
    hold.heartbeat();
    await browser.advance(3_000);
    hold.saveDraft('text');
    await browser.advance(3_000);
    assert.deepEqual(texts(network), ['1 text']);
    assert.equal(network.beats.length, 3);
  });

  it('is sent again under the same number when no answer came, so that it is not put aside', async () => {
    const { browser, network, server, hold, events } = await holding();
    await hold.draft();
    network.state = 'deaf';
    hold.saveDraft('text');
    await browser.settle();
    network.state = 'up';
    await browser.advance(2_000);
    assert.deepEqual(texts(network), ['1 text', '1 text']);
    assert.equal(server.draft(RESOURCE).late, null);
    assert.equal(events.of('saved').length, 1);
    assert.equal(events.of('late').length, 0);
  });

  it('is sent again also when only the answer to a change got lost', async () => {
    const { browser, network, hold } = await holding();
    hold.saveDraft('first');
    await browser.advance(3_000);
    network.losesAnswerTo = '/heartbeat';
    hold.saveDraft('second');
    await browser.advance(3_000);
    assert.deepEqual(texts(network), ['1 first', '2 second', '2 second']);
  });

  it('is not sent while nobody knows the numbers, and waits for them', async () => {
    const { browser, network, server, hold } = await holding();
    server.save(RESOURCE, 4, 'from home');
    server.instead = { status: 503 };
    hold.saveDraft('new');
    await browser.advance(1_000);
    assert.deepEqual(texts(network), []);
    server.instead = null;
    await browser.advance(1_000);
    assert.deepEqual(texts(network), ['5 new']);
  });

  it('of a user is kept under that name', async () => {
    const { browser, network, server, hold } = await holding({ user: 'Anna & Ben' });
    hold.saveDraft('text');
    await browser.settle();
    assert.equal(server.draft(RESOURCE, 'Anna & Ben').content, 'text');
    assert.equal(network.beats[0].body.draft.author, 'Anna & Ben');
    assert.equal((await hold.draft()).text, 'text');
  });

  it('that does not exist is null', async () => {
    const { hold } = await holding();
    assert.equal(await hold.draft(), null);
  });

  it('cannot be asked for while the server is away', async () => {
    const { network, hold } = await holding();
    network.state = 'down';
    await assert.rejects(hold.draft(), Unreachable);
  });
});

describe('Late answers', () => {
  it('about older text do not make newer text count as saved', async () => {
    const { browser, network, server, hold } = await holding();
    await hold.draft();
    network.state = 'slow';
    hold.saveDraft('older');
    await browser.advance(3_000);
    hold.saveDraft('newer');
    network.state = 'up';
    await network.deliver();
    assert.deepEqual(texts(network), ['1 older', '2 newer']);
    assert.equal(server.draft(RESOURCE).content, 'newer');
  });

  it('about what is stored do not replace what was written here meanwhile', async () => {
    const { browser, network, server, hold } = await holding();
    server.save(RESOURCE, 3, 'stored');
    network.state = 'slow';
    const asked = hold.draft();
    await browser.settle();
    hold.saveDraft('written here');
    await network.deliver();
    assert.deepEqual(await asked, { text: 'written here', revision: 3, saved: null });
  });

  it('text that another tab overtook is put aside, and never in place of the newer one', async () => {
    const { browser, server, hold, events } = await holding();
    await hold.draft();
    server.save(RESOURCE, 5, 'from another tab');
    hold.saveDraft('from here');
    await browser.settle();
    assert.equal(server.draft(RESOURCE).content, 'from another tab');
    assert.equal(events.of('saved').length, 0);
    const [{ late, stored }] = events.of('late');
    assert.equal(late.text, 'from here');
    assert.equal(stored.text, 'from another tab');
    assert.equal(hold.late.text, 'from here');
  });

  it('the next change after that goes above both', async () => {
    const { browser, network, server, hold } = await holding();
    await hold.draft();
    server.save(RESOURCE, 5, 'from another tab');
    hold.saveDraft('from here');
    await browser.settle();
    hold.saveDraft('from here again');
    await browser.advance(2_000);
    assert.deepEqual(texts(network), ['1 from here', '6 from here again']);
    assert.equal(server.draft(RESOURCE).content, 'from here again');
  });
});

describe('Numbers after a late text', () => {
  it('go above both though what is stored could not be read', async () => {
    const { browser, network, server, hold } = await holding();
    await hold.draft();
    server.save(RESOURCE, 5, 'from another tab');
    network.losesAnswerTo = '/drafts/';
    hold.saveDraft('from here');
    await browser.settle();
    hold.saveDraft('from here again');
    await browser.advance(2_000);
    assert.deepEqual(texts(network), ['1 from here', '6 from here again']);
  });
});

describe('A text that is refused', () => {
  it('for its length is told, and the heartbeat leaves without it', async () => {
    const { browser, network, hold, events } = await holding();
    hold.saveDraft('x'.repeat(101));
    await browser.advance(2_000);
    assert.deepEqual(events.of('refused').map(({ status }) => status), [413]);
    assert.deepEqual(network.beats.map(({ body }) => Boolean(body.draft)), [true, false]);
    assert.equal(network.beats[1].body.active, true);
    await browser.advance(60_000);
    assert.equal(network.beats.length, 2);
  });

  it('does not keep back what was written while it was under way', async () => {
    const { browser, network, server, hold } = await holding();
    await hold.draft();
    network.state = 'slow';
    hold.saveDraft('x'.repeat(101));
    await browser.settle();
    hold.saveDraft('short');
    network.state = 'up';
    await network.deliver();
    await browser.advance(2_000);
    assert.equal(server.draft(RESOURCE).content, 'short');
  });

  it('is followed by a shorter one as usual', async () => {
    const { browser, server, hold, events } = await holding();
    hold.saveDraft('x'.repeat(101));
    await browser.advance(4_000);
    hold.saveDraft('short');
    await browser.advance(2_000);
    assert.equal(server.draft(RESOURCE).content, 'short');
    assert.equal(events.of('saved').length, 1);
  });

  it('since none are kept does not end the hold, nor keep it from being given back', async () => {
    const { browser, server, hold, events } = await holding();
    server.keepsDrafts = false;
    hold.saveDraft('text');
    await browser.advance(2_000);
    assert.equal(events.of('refused').length, 1);
    assert.equal(hold.held, true);
    assert.equal(await hold.release(), true);
  });
});

describe('Flush', () => {
  it('sends now what waits for its turn, and resolves when that is saved', async () => {
    const { browser, server, hold } = await holding();
    hold.saveDraft('first');
    await browser.settle();
    hold.saveDraft('second');
    await hold.flush();
    assert.equal(server.draft(RESOURCE).content, 'second');
  });

  it('gives up after one failure, and the text leaves later', async () => {
    const { browser, network, server, hold } = await holding();
    await hold.draft();
    network.state = 'down';
    hold.saveDraft('text');
    await hold.flush();
    const tried = network.beats.length;
    assert.ok(tried <= 2, `${tried}`);
    network.state = 'up';
    await browser.advance(4_000);
    assert.equal(server.draft(RESOURCE).content, 'text');
  });

  it('with nothing to send sends nothing', async () => {
    const { network, hold } = await holding();
    await hold.flush();
    assert.equal(network.beats.length, 0);
  });
});

describe('A page that goes', () => {
  it('sends the text at once, so that it leaves though the page does not wait', async () => {
    const { browser, network, server, hold } = await holding();
    hold.saveDraft('first');
    await browser.settle();
    hold.saveDraft('second');
    hold.leave();
    await browser.settle();
    assert.equal(network.beats.at(-1).keepalive, true);
    assert.equal(server.draft(RESOURCE).content, 'second');
  });

  it('sends it beside a heartbeat under way as the same text, so that nothing is put aside', async () => {
    const { browser, network, server, hold } = await holding();
    await hold.draft();
    network.state = 'slow';
    hold.saveDraft('text');
    await browser.settle();
    hold.leave();
    await browser.settle();
    assert.deepEqual(texts(network), ['1 text', '1 text']);
    assert.equal(server.draft(RESOURCE).late, null);
  });

  it('sends nothing if all is saved', async () => {
    const { browser, network, hold } = await holding();
    hold.saveDraft('text');
    await browser.settle();
    hold.leave();
    await browser.settle();
    assert.equal(network.beats.length, 1);
  });

  it('leaves text that could not be sent to the page after it', async () => {
    const page = await holding();
    const { browser, network, server, hold } = page;
    network.state = 'down';
    hold.saveDraft('unsaved');
    await browser.advance(1_000);
    hold.leave();
    await browser.advance(1_000);
    network.state = 'up';
    const { taking } = await reloaded(page);
    const next = await taking;
    assert.equal(next.held, true);
    assert.equal(next.fence, hold.fence);
    assert.equal(server.draft(RESOURCE).content, 'unsaved');
  });
});

describe('A page that was loaded again', () => {
  it('goes on with the hold', async () => {
    const page = await holding();
    await page.browser.advance(20_000);
    const { taking } = await reloaded(page);
    const next = await taking;
    assert.deepEqual({ resource: next.resource, receipt: next.receipt, held: next.held }, { resource: RESOURCE, receipt: RECEIPT, held: true });
    assert.equal(next.remaining, 90_000);
  });

  it('learns why the hold was lost meanwhile', async () => {
    const page = await holding();
    page.server.end(RECEIPT, { by: 'Carla', reason: 'audit' });
    const { taking } = await reloaded(page);
    const next = await taking;
    assert.equal(next.held, false);
    assert.deepEqual({ by: next.loss.by, reason: next.loss.reason }, { by: 'Carla', reason: 'audit' });
  });

  it('counts on from what was left, by the clock on the wall, while the server is away', async () => {
    const page = await holding();
    page.network.state = 'down';
    await page.browser.advance(20_000);
    const { taking } = await reloaded(page);
    const next = await taking;
    assert.equal(next.remaining, 70_000);
    assert.equal(next.connected, true);
  });
});

describe('Numbers of texts', () => {
  it('are asked for once, and not at all when nothing is to be sent', async () => {
    const browser = new Browser();
    const draft = new Draft(new Link('/', null), RESOURCE, '');
    assert.equal(await draft.next(), null);
    assert.equal(browser.network.requests.length, 0);
    draft.write('a');
    const first = await draft.next();
    draft.write('b');
    const second = await draft.next();
    assert.deepEqual([first.revision, second.revision], [1, 2]);
    assert.equal(browser.network.to('/drafts/').length, 1);
  });

  it('are not invented for a page that goes before they are known', () => {
    const browser = new Browser();
    const draft = new Draft(new Link('/', null), RESOURCE, '');
    draft.write('a');
    assert.equal(draft.nextAtOnce(), null);
    assert.equal(browser.network.requests.length, 0);
  });

  it('count as saved only by an answer about the very text', async () => {
    const browser = new Browser();
    const draft = new Draft(new Link('/', null), RESOURCE, '');
    draft.write('a');
    const a = await draft.next();
    draft.write('b');
    const b = await draft.next();
    await draft.heard(a, { revision: 1, saved: '2030-01-01T00:00:00Z', lateRevision: null });
    assert.equal(draft.unsaved, 'b');
    await draft.heard(b, { revision: 2, saved: '2030-01-01T00:00:01Z', lateRevision: null });
    assert.equal(draft.unsaved, null);
    assert.deepEqual(draft.stored, { text: 'b', revision: 2, saved: '2030-01-01T00:00:01Z' });
    assert.equal(browser.network.to('/heartbeat').length, 0);
  });
});
