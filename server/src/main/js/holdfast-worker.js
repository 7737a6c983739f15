// Sends heartbeats for the holds of one page. A worker's timers are not slowed down in a hidden tab, nor delayed by a busy page.
const timers = new Map(); // receipt -> timer

onmessage = ({ data }) => {
  if (data.settle) {
    postMessage({ settled: true });
    return;
  }
  const receipt = data.keep ?? data.drop;
  clearInterval(timers.get(receipt));
  timers.delete(receipt);
  if (data.keep) timers.set(receipt, setInterval(() => heartbeat(data), data.every));
};

async function heartbeat({ keep: receipt, url, headers }) {
  // The remaining time is counted from before the request is sent, with both clocks, as the page does.
  const sent = { steady: performance.timeOrigin + performance.now(), wall: Date.now() };
  let reply = { receipt, sent, status: 0 };
  try {
    const answer = await fetch(url, {
      method: 'POST', headers, body: '{"active":false}', credentials: 'same-origin', cache: 'no-store', signal: AbortSignal.timeout(10_000),
    });
    reply = { receipt, sent, status: answer.status, body: await answer.json().catch(() => null) };
  } catch {
    // Reported as status 0.
  }
  if (timers.has(receipt)) postMessage(reply);
}
