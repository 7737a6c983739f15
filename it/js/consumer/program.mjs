// A program in Node that has the package from npm: program.mjs ADDRESS TOKEN.
import assert from 'node:assert/strict';
import { connect, Refusal } from 'holdfast-client';
import { german } from 'holdfast-client/german';

const [, , server, token] = process.argv;
const options = { server, token, name: 'Program' };
const post = (path, body) => fetch(server + path, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
  body: JSON.stringify(body),
});
const first = connect(options);
const second = connect({ ...options, messages: german });

assert.throws(() => connect(), /Name the server/);
const seen = new Promise(resolve => {
  first.watch('node/', lock => !lock.free && resolve(lock.resource));
});
const hold = await first.acquire('node/1', { note: 'by a program' });
assert.equal(hold.held, true);
assert.equal(await seen, 'node/1');
assert.equal((await second.look('node/1')).holders.length, 1);
hold.saveDraft('unfinished');
await hold.flush();
assert.deepEqual((await hold.draft()).text, 'unfinished');
const lost = new Promise(resolve => hold.addEventListener('lost', ({ detail }) => resolve(detail)));
const other = await second.acquire('node/2');
await post('/v1/locks', { resources: ['node/3'], owner: { id: 'another', name: 'Ben' } });
await assert.rejects(second.acquire('node/3'), failure => failure instanceof Refusal && /gesperrt/.test(failure.message));
await post('/v1/admin/locks/node%2F1/release', { reason: 'next', by: 'Ada' });
await post('/v1/admin/locks/node%2F3/release', { reason: 'next', by: 'Ada' });
const { text, why } = await lost;
assert.deepEqual({ text, why }, { text: 'unfinished', why: 'forced' });
assert.equal(await other.release(), true);
await Promise.all([first.close(), second.close()]);
console.log('done'); // and ends, since nothing is left to wait for
