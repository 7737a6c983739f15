// Sends pings for the holds of one page: a worker's timers are not slowed down when the tab is hidden, nor held up by a busy page.
const timers = new Map(); // receipt -> timer

onmessage = ({ data }) => {
  if (data.settle) {
    postMessage({ settled: true });
    return;
  }
  const receipt = data.keep ?? data.drop;
  clearInterval(timers.get(receipt));
  timers.delete(receipt);
  if (data.keep) timers.set(receipt, setInterval(() => ping(data), data.every));
};

async function ping({ keep: receipt, url, headers }) {
  // The hold's time is counted from before the question, by both clocks, as the page does.
  const sent = { steady: performance.timeOrigin + performance.now(), wall: Date.now() };
  let told = { receipt, sent, status: 0 };
  try {
    const answer = await fetch(url, {
      method: 'POST', headers, body: '{"active":false}', credentials: 'same-origin', cache: 'no-store', signal: AbortSignal.timeout(10_000),
    });
    told = { receipt, sent, status: answer.status, body: await answer.json().catch(() => null) };
  } catch {
    // Told as status 0.
  }
  if (timers.has(receipt)) postMessage(told);
}
