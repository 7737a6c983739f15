// What <holdfast-editing> says about requests to hand over, and what can be done: for the holder, and for who asks.

const MINUTES = 10;

/** Returns what the holder sees of the requests to a hold: {says, actions}. */
export function toHolder(hold, messages) {
  const [request, ...others] = hold.requests;
  const promised = request.state === 'promised';
  const says = [promised ? messages.youPromised(request) : messages.asks(request), others.length && messages.more(others.length)];
  const words = { words: messages.why(), send: messages.send(), back: messages.back() };
  const now = { key: `now ${request.id}`, label: messages.handOver(), run: () => hold.answer(request, 'now') };
  return {
    says: says.filter(Boolean).join(' '),
    // A promise is kept: only to hand over before is still possible.
    actions: promised ? [now] : [
      now,
      { key: `in ${request.id}`, label: messages.inMinutes(MINUTES), run: () => hold.answer(request, 'in', { within: `${MINUTES}m` }) },
      { key: `no ${request.id}`, label: messages.notNow(), ...words, run: message => hold.answer(request, 'no', { message }) },
    ],
  };
}

/** Returns what the asker sees: {says, actions}. ask(message) asks, or asks again; asking is null before. */
export function toAsker(asking, ask, messages) {
  const open = asking?.state === 'open' || asking?.state === 'promised';
  const words = { words: messages.words(), send: messages.send(), back: messages.back() };
  return {
    says: asking ? messages.answered({ resource: asking.resource, ...asking.answer }) : '',
    actions: open
      ? [{ key: 'withdraw', label: messages.withdraw(), run: () => asking.withdraw() }]
      : [{ key: 'ask', label: messages.askFor(), ...words, run: ask }],
  };
}
