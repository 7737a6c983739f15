// Measures time so that sleep and clock changes never make it seem shorter than it was.

/** Returns the current time of the monotonic clock and of the wall clock. Comparable between a page and its worker. */
export const moment = () => ({ steady: performance.timeOrigin + performance.now(), wall: Date.now() });

/** Returns the time since then, by the clock that shows more: the monotonic one may stop while a laptop sleeps. */
export const elapsed = then => {
  const now = moment();
  return Math.max(0, now.steady - then.steady, now.wall - then.wall);
};

/** Returns the milliseconds of a duration such as PT1H30M or PT0.5S; null for any other text. */
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

/** The remaining time of a lease, from the server's last answer. Server times are only compared with each other. */
export class Countdown {
  #seen = -Infinity;
  #from = moment();
  #all = Infinity; // what is left by every limit
  #person = Infinity; // what is left while heartbeats arrive: without the grace for lost connections

  /** Updates the remaining time from an answer, counted from when its request was sent. Ignores answers that are older than the last. */
  heard(hold, sent) {
    const seen = Date.parse(hold.seen);
    if (seen < this.#seen) return;
    this.#seen = seen;
    this.#from = sent;
    this.#all = hold.remainingSeconds != null ? hold.remainingSeconds * 1000 : hold.until ? Date.parse(hold.until) - seen : Infinity;
    this.#person = Math.min(plus(hold.since, hold.lease?.absolute), plus(hold.active, hold.lease?.idle)) - seen;
  }

  /** Continues with the time that was left at a moment of the wall clock: after a reload nothing else is known. */
  resumed(left, wall) {
    this.#from = { ...moment(), wall };
    this.#all = left ?? Infinity;
  }

  /** Milliseconds until the hold ends unless it is renewed; null if it does not expire. */
  get remaining() {
    return orNull(Math.max(0, this.#all - elapsed(this.#from)));
  }

  /** Milliseconds until the hold ends unless there is activity; null if that never happens. */
  get idleRemaining() {
    return orNull(Math.max(0, this.#person - elapsed(this.#from)));
  }
}
