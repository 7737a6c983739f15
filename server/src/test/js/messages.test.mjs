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
    await assert.rejects(holdfast.acquire(RESOURCE), refusal => refusal instanceof Refusal && refusal.message === `${RESOURCE} is held.`);
  });

  it('are in German if the page says so: a refusal, a server that is away, a loss', async () => {
    const { browser, network, server, holdfast } = await connected({ messages: german });
    const other = server.grant(RESOURCE, 'other', { id: 'other', name: 'Ben' });
    await assert.rejects(holdfast.acquire(RESOURCE), refusal => /gesperrt/.test(refusal.message) && /von Ben/.test(refusal.message));
    server.end(other.receipt, {}, false);
    const hold = await holdfast.acquire(RESOURCE);
    server.end(hold.receipt, { why: 'forced', by: 'Ada', reason: 'nächste Runde' });
    await browser.settle();
    assert.equal(hold.loss.detail, `Die Sperre auf ${RESOURCE} ist verloren: Ada hat die Sperre freigegeben (nächste Runde).`);
    network.state = 'down';
    await assert.rejects(holdfast.acquire(RESOURCE), failure => failure instanceof Unreachable && failure.message === german.unreachable());
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
      const said = german.problem({ why, resource: 'r', holders: [{ name: 'Ben', since: '2026-01-01T10:00:00Z' }], asOf: '2026-01-01T10:05:00Z' }, 423);
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
