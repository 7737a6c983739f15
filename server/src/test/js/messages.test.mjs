// What is said to people: in another language, and as a page wants it. Beside it the types of all that is said and offered.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { connect, english, Hold, Holdfast, Refusal, Unreachable } from '../../main/js/holdfast.js';
import { german } from '../../main/js/holdfast/german.js';
import { Browser } from './fake/browser.mjs';

const RESOURCE = 'policy/12345';
const SOURCES = new URL('../../main/js/', import.meta.url);
const source = name => readFileSync(new URL(name, SOURCES), 'utf8');

async function connected(options) {
  const browser = new Browser();
  const holdfast = connect(options);
  const finding = holdfast.owner;
  await browser.advance(1_000);
  await finding;
  return { browser, network: browser.network, server: browser.server, holdfast };
}

describe('Messages', () => {
  it('are those of the server in English', async () => {
    const { server, holdfast } = await connected();
    server.grant(RESOURCE, 'other', { id: 'other', name: 'Ben' });
    const said = refusal => refusal instanceof Refusal && /^policy\/12345 has been held by Ben since .* \(just now\)\. Wait for it/.test(refusal.message);
    await assert.rejects(holdfast.acquire(RESOURCE), said);
    server.instead = { status: 418, body: { detail: 'No coffee here.' } };
    await assert.rejects(holdfast.acquire(RESOURCE), { message: 'No coffee here.' });
  });

  it('have the times of the reader, in its zone and language', () => {
    const zone = process.env.TZ;
    const ben = { name: 'Ben', since: '2026-03-02T10:47:00Z', until: '2026-03-02T12:47:00Z', lease: { absolute: 'PT2H' }, note: 'renewal', state: 'live' };
    const problem = { why: 'held', asOf: '2026-03-02T10:50:00Z', refusals: [{ resource: 'r', why: 'held', holders: [ben], retryAt: ben.until, sentence: 'UTC' }] };
    const said = language => ({ ...english, language }).problem(problem, 423);
    try {
      process.env.TZ = 'Asia/Kathmandu';
      assert.equal(said('de-DE'), 'r has been held by Ben since 16:32 (3 minutes ago). Its lease ends at 18:32 at the latest. Note: "renewal". Wait for it, or try again at 18:32.');
      assert.match(said('en-US'), /since 04:32\sPM .* ends at 06:32\sPM at/);
      assert.match(german.problem(problem, 423), /seit 16:32 .* um 18:32,/);
      process.env.TZ = 'America/New_York';
      assert.match(said('en-GB'), /since 05:47 .* ends at 07:47 at/);
      process.env.TZ = 'Pacific/Auckland'; // begun before midnight, over after it
      assert.match(said('en-GB'), /since 23:47/);
      assert.match(said('en-GB'), /ends at 3 Mar 2026, 01:47 at/);
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });

  it('say of each refusal what the server says of it', () => {
    const asOf = '2026-03-02T10:50:00Z';
    const said = (why, holders, more = {}) => english.problem({ asOf, refusals: [{ resource: 'r', why, holders, sentence: 'As the server says.', ...more }] }, 423);
    const hidden = { name: null, since: null, state: 'live' };
    const ben = { name: 'Ben', since: asOf, state: 'live', processes: [{ pid: 7, host: 'desk' }] };
    assert.equal(said('held', [hidden]), 'r is held by another user. Wait for it, or try again later.');
    assert.equal(said('held', [{ ...hidden, name: 'Ben', mode: 'shared' }]), 'r is shared by Ben. Wait for it, or try again later.');
    assert.match(said('held', Array(10).fill({ ...ben, name: 'B' })), /by (B \(process 7 on desk\), ){7}B \(process 7 on desk\) and 2 others since/);
    assert.match(said('held', [{ ...ben, state: 'suspect' }]), /by Ben \(process 7 on desk\) .* left over from a crash\. Take it over/);
    assert.equal(said('queue', []), 'r is free, but other callers have waited for it longer. Wait for it, or try again later.');
    assert.match(said('slot-taken', [hidden]), /only one lock at a time is allowed here\. Another one is held by another user\. Release/);
    assert.match(said('too-soon', [], { retryAt: '2026-03-02T10:50:07Z' }), /You can try again at \d\d:50:07/);
    assert.equal(said('upgrade', [ben]), 'As the server says.');
    assert.match(said('held', [{ ...ben, name: 'B\u0435n' }]), /by B\u0435n \[mixed scripts\]/);
  });

  it('are in German if the page says so: a refusal, a server that is away, a loss', async () => {
    const { browser, network, server, holdfast } = await connected({ messages: german });
    const other = server.grant(RESOURCE, 'other', { id: 'other', name: 'Ben' });
    await assert.rejects(holdfast.acquire(RESOURCE), refusal => /gesperrt/.test(refusal.message) && /von Ben/.test(refusal.message));
    server.end(other.receipt, {}, false);
    const hold = await holdfast.acquire(RESOURCE);
    server.end(hold.receipt, { why: 'forced', by: 'Ada', reason: 'nächste Runde' });
    await browser.settle();
    assert.equal(hold.loss.detail, `Ihre Sperre auf ${RESOURCE} ist beendet: Ada hat die Sperre freigegeben (nächste Runde).`);
    network.state = 'down';
    await assert.rejects(holdfast.acquire(RESOURCE), failure => failure instanceof Unreachable && failure.message === german.unreachable());
  });

  it('promise that a text is kept once, and only if it is the own user\'s', () => {
    const draft = { revision: 1 };
    const lost = loss => english.lost({ resource: 'r', why: 'overridden', ...loss });
    assert.equal(lost({ detail: 'Ben took it over.' }), 'Ben took it over.');
    assert.equal(lost({ detail: 'Ben took it over.', draft }), 'Ben took it over. Your text is kept, as it was last saved.');
    assert.equal(lost({ detail: lost({ detail: 'Ben took it over.', draft }), draft }), 'Ben took it over. Your text is kept, as it was last saved.');
    assert.equal(german.kept({ name: 'Ben', readable: false }), 'Der unfertige Text von Ben ist aufgehoben.');
    assert.equal(german.kept({ name: '', readable: true }), 'Der unfertige Text von jemand anderem ist aufgehoben, und Sie dürfen ihn lesen.');
  });

  it('can be replaced one by one', async () => {
    const { network, holdfast } = await connected({ messages: { unreachable: () => 'Gone fishing.' } });
    network.state = 'down';
    await assert.rejects(holdfast.acquire(RESOURCE), { message: 'Gone fishing.' });
    assert.equal(holdfast.messages.free(), english.free());
  });

  it('exist in German for each refusal and loss that a server knows', () => {
    const refused = ['held', 'queue', 'queue-full', 'upgrade', 'too-many-entries', 'slot-taken', 'too-soon', 'owner-ended'];
    for (const why of refused) {
      const said = german.problem({ refusals: [{ why, resource: 'r', holders: [{ name: 'Ben', since: '2026-01-01T10:00:00Z' }] }], asOf: '2026-01-01T10:05:00Z' }, 423);
      assert.doesNotMatch(said, /undefined|geantwortet|NaN/, why);
    }
    const lost = ['overridden', 'forced', 'cleared', 'died', 'lost', 'released', 'left', 'expired'].map(why => german.lost({ resource: 'r', why }));
    assert.equal(new Set(lost).size, lost.length);
    assert.match(german.problem({}, 500), /500/);
    assert.deepEqual(Object.keys(german).sort(), Object.keys(english).sort());
  });
});

describe('The package', () => {
  const about = JSON.parse(source('package.json'));

  it('has the version of everything else', () => {
    const pom = readFileSync(new URL('../../../pom.xml', import.meta.url), 'utf8');
    assert.ok(pom.includes(`<version>${about.version}</version>`), about.version);
  });

  it('names files that are there', () => {
    for (const entry of Object.values(about.exports)) {
      for (const file of typeof entry === 'string' ? [entry] : Object.values(entry)) assert.ok(existsSync(new URL(file, SOURCES)), file);
    }
  });

  it('has types for every member, message and export', () => {
    const types = source('holdfast.d.ts');
    const members = [Holdfast, Hold].flatMap(type => Object.getOwnPropertyNames(type.prototype)).concat(Object.keys(english));
    const inner = ['constructor', 'check', 'leave'];
    for (const member of members.filter(name => !inner.includes(name))) assert.match(types, new RegExp(`\\b${member}\\b`), member);
    for (const member of ['fence', 'since', 'note', 'resource', 'english', 'connect', 'Problem', 'Refusal', 'Unreachable']) {
      assert.match(types, new RegExp(`\\b${member}\\b`), member);
    }
  });
});
