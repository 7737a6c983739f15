// What happens in a scene, live: server-sent events that come again by themselves.

const PAUSE = 3_000;
const SILENCE = 8_000; // the server ticks every 2.5 s
const KINDS = ['lock_acquired', 'lock_released', 'post_created', 'lock_force_released'];

/**
 * Tells ready() when it listens, heard(kind, data) for each event and broken(since) when nothing comes any more. A hidden page needs no
 * stream, and a browser opens only six connections to a server: a hidden tab listens only while busy() says so.
 */
export function listen(channel, { ready, heard, broken, busy }) {
  let source = null;
  let timer = 0;
  let last = Date.now(); // when something came
  let live = false;
  let tried = 0;
  const stop = new AbortController();

  const end = () => {
    clearTimeout(timer);
    source?.close();
    source = null;
  };

  const dead = () => {
    live = false;
    broken(last);
  };

  const open = () => {
    end();
    tried = Date.now();
    const events = new EventSource(`/play/channels/${channel}`);
    source = events;
    const on = (kind, act) => events.addEventListener(kind, event => {
      if (events !== source) return; // of a stream that was given up
      last = Date.now();
      act(event);
    });
    on('ready', () => {
      live = true;
      ready();
    });
    on('tick', () => {});
    for (const kind of KINDS) on(kind, event => heard(kind, JSON.parse(event.data)));
    events.addEventListener('error', () => {
      if (events !== source) return;
      dead();
      // A browser gives up for good when it is refused.
      if (events.readyState === EventSource.CLOSED) timer = setTimeout(open, PAUSE);
    });
  };

  // A connection may be swallowed without a sound: then nothing ever says that it is gone.
  const watch = setInterval(() => {
    if (!source || Date.now() - last < SILENCE) return;
    if (live) dead();
    if (Date.now() - tried > SILENCE) open();
  }, 1_000);

  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && !source) {
      last = Date.now();
      open();
    }
    if (document.hidden && !busy()) end();
  }, { signal: stop.signal });
  open();

  return () => {
    stop.abort();
    clearInterval(watch);
    end();
  };
}
