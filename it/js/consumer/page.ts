// A page of a project that has the package from npm: compiled by tsc, bundled by esbuild.
import { connect, english, Refusal, Unreachable, type Asking, type Draft, type HandOverRequest, type Hold, type Lock, type Loss, type Messages } from 'holdfast-client';
import 'holdfast-client/editing';
import { german } from 'holdfast-client/german';

const RESOURCE = 'package/1';
const out = document.getElementById('out')!;
const messages: Messages = { ...german, free: () => english.free() };
const holdfast = connect({ name: 'Anna', user: 'anna', messages, worker: '/pages/holdfast-worker.js' });
const seen: string[] = [];
const stop: () => void = holdfast.watch('package/', (lock: Lock) => seen.push(lock.resource));
const element = document.querySelector('holdfast-editing')!;
element.holdfast = holdfast;

async function edit(): Promise<void> {
  const hold: Hold = await holdfast.acquire(RESOURCE, { note: 'bundled', wait: '1s' });
  hold.addEventListener('lost', ({ detail }) => {
    const loss: Loss = detail;
    out.textContent = `lost: ${loss.detail}`;
  });
  hold.saveDraft('written');
  const draft: Draft | null = await hold.draft();
  const many: Hold[] = await holdfast.acquire(['package/2', 'package/3']);
  out.textContent = `${hold.resource} ${draft?.text ?? ''} ${many.length} ${holdfast.heartbeatsFromWorker}`;
}

edit().catch((failure: unknown) => {
  stop();
  if (failure instanceof Refusal) out.textContent = `${failure.status} ${failure.holders.length} ${failure.message}`;
  else if (failure instanceof Unreachable) out.textContent = failure.message;
  else throw failure;
});

export async function ask(hold: Hold): Promise<Hold | null> {
  hold.onRequest((request: HandOverRequest) => void hold.answer(request, 'in', { within: '10m', message: 'soon' }));
  element.addEventListener('granted', ({ detail }) => detail.hold.heartbeat());
  const asking: Asking = await holdfast.ask('package/4', { message: 'May I have it?' });
  asking.addEventListener('answer', ({ detail }) => {
    out.textContent = `${detail.state} ${detail.until ?? ''}`;
  });
  // @ts-expect-error no other answers
  void hold.answer(hold.requests[0], 'perhaps');
  return asking.hold;
}

export function neverCalled(hold: Hold): void {
  // @ts-expect-error the types say what there is
  hold.releese();
  // @ts-expect-error and what it takes
  connect({ debounce: 'soon' });
}
