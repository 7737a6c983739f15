/** Whether a lock is one that was searched for. A holder that the policy hides has no name. */
export function matches(lock, { text, state }) {
  const named = holder => (holder.name ?? '').toLowerCase().includes(text);
  const found = !text || lock.resource.toLowerCase().includes(text) || lock.holders.some(named);
  if (!found || !state) return found;
  return state === 'waiting' ? lock.waiting > 0 : lock.holders.some(holder => holder.state === state);
}
