// A text that one person at a time edits. Everything about locks is in begin, take and the buttons below it.
import { connect, Refusal } from './holdfast.js';
import './holdfast-editing.js';

const RESOURCE = 'example/policy/12345';
const $ = id => document.getElementById(id);
let holdfast = null;
let hold = null;
let signedIn = false;

const name = () => $('name').value.trim() || 'Guest';

function say(text, kind = '') {
  $('message').textContent = text;
  $('message').dataset.kind = kind;
}

function show(editing) {
  $('text').readOnly = !editing;
  $('name').disabled = editing;
  $('name').parentElement.hidden = signedIn; // the token says who it is
  $('take').hidden = editing;
  $('submit').hidden = $('leave').hidden = !editing;
}

/** Connects. Without sign-in the name of the moment is also whose draft it is. */
function open() {
  sessionStorage.setItem('example-name', name());
  holdfast = connect(signedIn ? {} : { name: name(), user: name() });
  const editing = document.querySelector('holdfast-editing');
  editing.holdfast = holdfast;
  editing.setAttribute('resource', RESOURCE);
}

/** Edits under a hold, with the draft there is. */
async function begin(newHold) {
  hold = newHold;
  hold.addEventListener('saved', ({ detail }) => say(`Draft saved, ${new Date(detail.saved).toLocaleTimeString()}.`));
  hold.addEventListener('refused', ({ detail }) => say(detail.detail, 'bad'));
  hold.addEventListener('warning', () => say('Less than a minute left: go on writing to keep it.', 'bad'));
  hold.addEventListener('disconnected', () => say('The connection is lost; trying again.', 'bad'));
  hold.addEventListener('reconnected', () => say('Connected again.'));
  hold.addEventListener('released', ({ detail }) => {
    if (!detail.to) return;
    show(false);
    say(`Handed over to ${detail.to}.`);
  });
  hold.addEventListener('lost', ({ detail }) => {
    show(false);
    say(detail.detail, 'bad');
  });
  const draft = await hold.draft();
  if (draft) $('text').value = draft.text;
  show(true);
  $('text').focus();
  say(draft ? 'Your draft is back.' : 'It is yours; write.');
}

async function take() {
  open();
  try {
    await begin(await holdfast.acquire(RESOURCE, { note: 'trying the example' }));
  } catch (refusal) {
    if (refusal.status === 401) {
      askToSignIn(refusal.message);
      return;
    }
    say(refusal.message, 'bad');
    if (!(refusal instanceof Refusal)) console.error(refusal);
  }
}

async function end(options, text) {
  try {
    if (!await hold.release(options)) return;
    show(false);
    say(text);
  } catch (problem) {
    say(problem.message, 'bad');
  }
}

$('take').addEventListener('click', take);
document.querySelector('holdfast-editing').addEventListener('granted', ({ detail }) => begin(detail.hold));
$('text').addEventListener('input', () => hold?.saveDraft($('text').value));
$('submit').addEventListener('click', () => end({ discardDraft: true }, 'Submitted.'));
$('leave').addEventListener('click', () => end({}, 'Left; your draft is kept.'));

/** A server with tokens refuses callers without one: docs/server.md. */
function askToSignIn(why) {
  holdfast = hold = null;
  $('editor').hidden = true;
  $('sign-in').hidden = false;
  $('sign-in-error').textContent = why;
  $('token').focus();
}

$('sign-in').addEventListener('submit', async event => {
  event.preventDefault();
  const headers = { Authorization: `Bearer ${$('token').value.trim()}`, 'Content-Type': 'application/json' };
  const answer = await fetch('v1/session', { method: 'POST', body: '{}', headers }).catch(() => null);
  if (answer?.ok) {
    $('token').value = '';
    $('sign-in').hidden = true;
    await enter();
    $('take').focus();
  } else {
    const problem = await answer?.json().catch(() => null);
    askToSignIn(problem?.detail ?? 'The server cannot be reached.');
  }
});

async function enter() {
  const answer = await fetch('v1/session').catch(() => null);
  if (answer?.status === 401) {
    askToSignIn('');
    return;
  }
  signedIn = answer?.ok ? (await answer.json()).signedIn : false;
  $('editor').hidden = false;
  show(false);
  open();
  const [before] = await holdfast.resume();
  if (before?.held) {
    await begin(before);
  } else if (before) {
    say(before.loss.detail, 'bad');
  }
}

$('name').value = sessionStorage.getItem('example-name') ?? $('name').value;
await enter();
