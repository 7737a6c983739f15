// How long something lasts, counted so that sleep and changed clocks never make it seem longer.

/** Now, by the clock that only runs on and by the one on the wall. Comparable between a page and its worker. */
export const moment = () => ({ steady: performance.timeOrigin + performance.now(), wall: Date.now() });

/** The time since then by whichever clock says more: the steady one may stop while a laptop sleeps. */
export const elapsed = then => {
  const now = moment();
  return Math.max(0, now.steady - then.steady, now.wall - then.wall);
};

/** Milliseconds of a duration such as PT1H30M or PT0.5S; null for none. */
export function milliseconds(duration) {
  const parts = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?$/.exec(duration ?? '');
  if (!parts) return null;
  const [hours, minutes, seconds] = parts.slice(1).map(part => Number(part ?? 0));
  return ((hours * 60 + minutes) * 60 + seconds) * 1000;
}

const plus = (time, duration) => {
  const length = milliseconds(duration);
  return time && length !== null ? Date.parse(time) + length : Infinity;
};

const orNull = number => (Number.isFinite(number) ? number : null);

/** What is left of a lease, as the server said last. Times of the server are only ever compared with each other. */
export class Countdown {
  #seen = -Infinity;
  #from = moment();
  #all = Infinity; // what is left by every limit
  #person = Infinity; // what is left though the page pings: without the grace for lost connections

  /** Takes over what a hold's answer says, counted from the moment the question was sent. An answer that a newer one overtook says nothing. */
  heard(hold, sent) {
    const seen = Date.parse(hold.seen);
    if (seen < this.#seen) return;
    this.#seen = seen;
    this.#from = sent;
    this.#all = hold.remainingSeconds != null ? hold.remainingSeconds * 1000 : hold.until ? Date.parse(hold.until) - seen : Infinity;
    this.#person = Math.min(plus(hold.since, hold.lease?.absolute), plus(hold.active, hold.lease?.idle)) - seen;
  }

  /** Goes on with what was left at a moment by the wall clock: after a reload nothing else is known. */
  resumed(left, wall) {
    this.#from = { ...moment(), wall };
    this.#all = left ?? Infinity;
  }

  /** Milliseconds until it ends unless it is renewed; null if time alone never ends it. */
  get remaining() {
    return orNull(Math.max(0, this.#all - elapsed(this.#from)));
  }

  /** Milliseconds until it ends unless somebody does something; null if that never happens. */
  get idleRemaining() {
    return orNull(Math.max(0, this.#person - elapsed(this.#from)));
  }
}
