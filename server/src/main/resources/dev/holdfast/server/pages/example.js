// A text that one person at a time edits. Everything about locks is in begin, take and the buttons below it.
import { connect, Refusal } from './holdfast.js';
import './holdfast-editing.js';

const RESOURCE = 'example/policy/12345';
const $ = id => document.getElementById(id);
let holdfast = null;
let hold = null;

const name = () => $('name').value.trim() || 'Somebody';

function say(text, kind = '') {
  $('message').textContent = text;
  $('message').dataset.kind = kind;
}

function show(editing) {
  $('text').readOnly = !editing;
  $('name').disabled = editing;
  $('take').hidden = editing;
  $('submit').hidden = $('leave').hidden = !editing;
}

/** Connects under the name of the moment: without sign-in that is also whose draft it is. */
function open() {
  sessionStorage.setItem('example-name', name());
  holdfast = connect({ name: name(), user: name() });
  document.querySelector('holdfast-editing').holdfast = holdfast;
}

/** Edits under a hold, with the draft there is. */
async function begin(newHold) {
  hold = newHold;
  hold.addEventListener('saved', ({ detail }) => say(`Draft saved, ${new Date(detail.saved).toLocaleTimeString()}.`));
  hold.addEventListener('refused', ({ detail }) => say(detail.detail, 'bad'));
  hold.addEventListener('warning', () => say('Less than a minute left: go on writing to keep it.', 'bad'));
  hold.addEventListener('disconnected', () => say('The connection is lost; trying again.', 'bad'));
  hold.addEventListener('reconnected', () => say('Connected again.'));
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
    say(refusal.message, 'bad');
    if (!(refusal instanceof Refusal)) console.error(refusal);
  }
}

async function end(options, text) {
  const given = await hold.release(options);
  if (given) {
    show(false);
    say(text);
  }
}

$('take').addEventListener('click', take);
$('text').addEventListener('input', () => hold?.saveDraft($('text').value));
$('submit').addEventListener('click', () => end({ discardDraft: true }, 'Submitted.'));
$('leave').addEventListener('click', () => end({}, 'Left; your draft is kept.'));

$('name').value = sessionStorage.getItem('example-name') ?? $('name').value;
open();
const [before] = await holdfast.resume();
if (before?.held) {
  await begin(before);
} else if (before) {
  say(before.loss.detail, 'bad');
}
