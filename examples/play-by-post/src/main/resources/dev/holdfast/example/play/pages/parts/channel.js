// What happens in a scene, live: server-sent events that come again by themselves.

const PAUSE = 3_000;
const KINDS = ['lock_acquired', 'lock_released', 'post_created', 'lock_force_released'];

/**
 * Tells ready() when it listens, heard(kind, data) for each event and broken() when the connection is lost. Whoever does not look needs
 * no stream, and a browser opens only six connections to a server: a hidden tab listens only while busy() says so.
 */
export function listen(channel, { ready, heard, broken, busy }) {
  let source = null;
  let timer = 0;
  const stop = new AbortController();

  const end = () => {
    clearTimeout(timer);
    source?.close();
    source = null;
  };

  const open = () => {
    end();
    source = new EventSource(`/play/channels/${channel}`);
    source.addEventListener('ready', ready);
    for (const kind of KINDS) source.addEventListener(kind, event => heard(kind, JSON.parse(event.data)));
    source.addEventListener('error', () => {
      broken();
      // A browser gives up for good when it is refused.
      if (source?.readyState === EventSource.CLOSED) timer = setTimeout(open, PAUSE);
    });
  };

  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && !source) open();
    if (document.hidden && !busy()) end();
  }, { signal: stop.signal });
  open();

  return () => {
    stop.abort();
    end();
  };
}
