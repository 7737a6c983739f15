// A list that may be long: only the rows in sight are in the page. Rows that stay are never made again, nor moved.

const BEYOND = 400; // pixels above and below what is seen

export class Rows {
  /**
   * @param scroller the element that scrolls; its list is within
   * @param list the ul
   * @param make makes the row of an item, and fill brings one up to date
   */
  constructor(scroller, list, { key, make, fill }) {
    this.scroller = scroller;
    this.list = list;
    this.key = key;
    this.make = make;
    this.fill = fill;
    this.items = [];
    this.tops = [];
    this.rows = new Map(); // key -> row
    this.index = new Map(); // key -> position in items
    this.whenMoved = () => {};
    scroller.addEventListener('scroll', () => this.#later(), { passive: true });
    this.observer = new ResizeObserver(() => this.#layout());
    this.observer.observe(scroller);
  }

  /** Shows these items, in this order. */
  show(items) {
    this.items = items;
    this.index = new Map(items.map((item, i) => [this.key(item), i]));
    this.#layout();
  }

  #heights() {
    const style = getComputedStyle(this.list);
    return [parseFloat(style.getPropertyValue('--row')), parseFloat(style.getPropertyValue('--heading'))]
      .map(rem => rem * parseFloat(getComputedStyle(document.documentElement).fontSize));
  }

  #layout() {
    const [row, heading] = this.#heights();
    let top = 0;
    this.tops = new Float64Array(this.items.length + 1);
    this.items.forEach((item, i) => {
      this.tops[i] = top;
      top += item.group === undefined ? row : heading;
    });
    this.tops[this.items.length] = top;
    this.list.style.height = `${top}px`;
    this.render();
  }

  #later() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = undefined;
      this.render();
      this.whenMoved();
    });
  }

  #at(position) {
    let low = 0;
    let high = this.items.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.tops[middle + 1] <= position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Brings the rows in sight up to date. */
  render() {
    const from = this.#at(this.scroller.scrollTop - BEYOND);
    const to = Math.min(this.items.length, this.#at(this.scroller.scrollTop + this.scroller.clientHeight + BEYOND) + 1);
    const wanted = new Set();
    for (let i = from; i < to; i++) wanted.add(this.key(this.items[i]));
    for (const [key, row] of this.rows) {
      // A row with the focus stays, also out of sight, as long as its item is there.
      if (!wanted.has(key) && !(this.index.has(key) && row.contains(document.activeElement))) {
        row.remove();
        this.rows.delete(key);
      }
    }
    let next = this.list.firstElementChild;
    for (let i = from; i < to; i++) {
      const key = this.key(this.items[i]);
      let row = this.rows.get(key);
      if (!row) {
        row = this.make(this.items[i]);
        this.rows.set(key, row);
      }
      this.fill(row, this.items[i]);
      this.#place(row, i);
      if (row === next) {
        next = next.nextElementSibling;
      } else if (!row.parentElement || !row.contains(document.activeElement)) {
        this.list.insertBefore(row, next);
      }
    }
  }

  #place(row, i) {
    const top = `translateY(${this.tops[i]}px)`;
    if (row.style.transform !== top) row.style.transform = top;
    row.setAttribute('aria-setsize', String(this.items.length));
    row.setAttribute('aria-posinset', String(i + 1));
  }

  /** Calls an action with the rows that are in the page, and their items. */
  each(action) {
    for (const [key, row] of this.rows) {
      const i = this.index.get(key);
      if (i !== undefined) action(row, this.items[i]);
    }
  }

  /** Whether the last item is about to be seen. */
  nearEnd() {
    return this.scroller.scrollTop + this.scroller.clientHeight + 2 * BEYOND >= this.tops[this.items.length];
  }

  /** Moves the focus by a number of rows; from outside of the list to the first one. */
  move(by) {
    const current = document.activeElement?.closest('[data-key]');
    const at = current && this.list.contains(current) ? this.index.get(current.dataset.key) : undefined;
    let to = at === undefined ? 0 : Math.max(0, Math.min(this.items.length - 1, at + by));
    while (this.items[to]?.group !== undefined && to + Math.sign(by || 1) >= 0 && to + 1 < this.items.length) to += Math.sign(by || 1);
    if (!this.items[to]) return false;
    const top = this.tops[to];
    const bottom = this.tops[to + 1];
    if (top < this.scroller.scrollTop) this.scroller.scrollTop = top;
    else if (bottom > this.scroller.scrollTop + this.scroller.clientHeight) this.scroller.scrollTop = bottom - this.scroller.clientHeight;
    this.render();
    this.rows.get(this.key(this.items[to]))?.focus();
    return true;
  }

  stop() {
    this.observer.disconnect();
  }
}
