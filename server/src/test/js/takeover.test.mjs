// A takeover: what becomes of the text of who had the lock before.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { connect } from '../../main/js/holdfast.js';
import { Browser } from './fake/browser.mjs';

const RESOURCE = 'policy/12345';
const BEN = { id: 'other', name: 'Ben', user: 'ben' };

async function taken(prepare = () => {}) {
  const browser = new Browser();
  const { network, server } = browser;
  const holdfast = connect({ name: 'Anna', user: 'anna' });
  const finding = holdfast.owner;
  await browser.advance(1_000);
  await finding;
  server.grant(RESOURCE, 'theirs', BEN);
  prepare(server);
  const hold = await holdfast.acquire(RESOURCE, { takeover: 'Ben is away' });
  await browser.settle();
  return { browser, network, server, holdfast, hold };
}

describe('A takeover', () => {
  it('gives the reason, and knows whose draft is kept', async () => {
    const { network, hold } = await taken(server => server.save(RESOURCE, 3, 'unfinished', 'ben'));
    assert.equal(network.to('/locks')[0].body.takeover, 'Ben is away');
    assert.equal(hold.held, true);
    assert.deepEqual(hold.kept, [{ resource: RESOURCE, name: 'Ben', readable: false, sentence: 'The unfinished text of Ben is kept for its author.' }]);
  });

  it('promises nothing where there is no draft', async () => {
    const { hold } = await taken();
    assert.deepEqual([hold.held, hold.kept], [true, []]);
  });

  it('shows a text only if the server does', async () => {
    const { server, hold } = await taken();
    const draft = { content: 'unfinished', saved: '2026-03-01T12:00:00Z', revision: 3 };
    server.left = [{ name: 'Ben', sentence: 'Kept.', draft }, { name: 'Carla', sentence: 'Kept, too.', draft: null }];
    assert.deepEqual(await hold.keptDrafts(), [
      { name: 'Ben', sentence: 'Kept.', text: 'unfinished', saved: draft.saved },
      { name: 'Carla', sentence: 'Kept, too.', text: null, saved: null },
    ]);
    server.instead = { status: 503, body: { detail: 'Later.' } };
    await assert.rejects(hold.keptDrafts(), { message: 'Later.' });
  });
});
