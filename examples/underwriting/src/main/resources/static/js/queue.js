// Which policies there are and who works on which, asked for every three seconds. Views listen for 'queue'.

import { get } from './api.js';

const PAUSE = 3_000;
export const changes = new EventTarget();
export let policies = [];
let timer;

export const work = id => policies.find(policy => policy.id === id)?.work ?? null;

export async function look() {
  policies = await get('/policies');
  changes.dispatchEvent(new Event('queue'));
}

export function start() {
  stop();
  timer = setInterval(() => look().catch(() => {}), PAUSE);
}

export function stop() {
  clearInterval(timer);
  policies = [];
}
