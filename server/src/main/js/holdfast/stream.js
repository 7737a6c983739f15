// A stream of server-sent events that reconnects automatically.

const KINDS = ['snapshot', 'resumed', 'lock', 'ready'];
const PAUSE = 3_000;

/** Calls tell(kind, data) for each event until it is stopped; kind is 'broken' when the connection is lost. */
export function stream(link, prefix, tell) {
  const url = link.url(`v1/events?prefix=${encodeURIComponent(prefix)}`);
  // Outside of a browser there is no EventSource, and it could not send a token.
  return link.token || !globalThis.EventSource ? fetched(url, link.token, tell) : sourced(url, tell);
}

function sourced(url, tell) {
  let source = null;
  let timer = 0;
  const open = () => {
    source = new EventSource(url);
    for (const kind of KINDS) source.addEventListener(kind, event => tell(kind, JSON.parse(event.data)));
    source.addEventListener('error', () => {
      tell('broken');
      // A browser gives up for good when the server refuses the stream, for example while it is overloaded.
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, PAUSE);
    });
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}

function fetched(url, token, tell) {
  const stop = new AbortController();
  const pause = () => new Promise(resolve => setTimeout(resolve, PAUSE));
  (async () => {
    const last = { id: null };
    while (!stop.signal.aborted) {
      try {
        const headers = { ...(token && { Authorization: `Bearer ${token}` }), ...(last.id && { 'Last-Event-ID': last.id }) };
        const answer = await fetch(url, { headers, cache: 'no-store', signal: stop.signal });
        if (answer.ok) await read(answer.body, last, tell);
      } catch {
        // Tried again below.
      }
      if (!stop.signal.aborted) {
        tell('broken');
        await pause();
      }
    }
  })();
  return () => stop.abort();
}

async function read(body, last, tell) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const events = (rest + part.value).split('\n\n');
    rest = events.pop();
    for (const event of events) {
      const fields = Object.fromEntries(event.split('\n').map(line => line.split(/: (.*)/s, 2)));
      if ('id' in fields) last.id = fields.id; // a snapshot clears it: an incomplete snapshot cannot be resumed
      if (KINDS.includes(fields.event)) tell(fields.event, JSON.parse(fields.data));
    }
  }
}
