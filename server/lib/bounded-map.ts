/**
 * Adds an entry to a map as its newest one and removes the oldest one above the limit, so that
 * requests of strangers do not fill the memory.
 */
export function setNewest<Key, Value>(
  entries: Map<Key, Value>,
  [key, value]: readonly [Key, Value],
  maxEntries: number,
) {
  entries.delete(key)
  entries.set(key, value)
  const [oldestKey] = entries.keys()
  if (entries.size > maxEntries && oldestKey !== undefined) entries.delete(oldestKey)
}
