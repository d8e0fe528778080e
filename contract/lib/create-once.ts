/**
 * Returns a function that creates its value once for each set of arguments, and returns it again.
 * Formats of `Intl` take much longer to create than to use. The values stay in memory, so the
 * arguments must be limited in number.
 */
export function createOnce<Args extends unknown[], Value>(
  create: (...args: Args) => Value,
): (...args: Args) => Value {
  const values = new Map<string, { value: Value }>()
  return (...args) => {
    const key = JSON.stringify(args)
    const entry = values.get(key) ?? { value: create(...args) }
    values.set(key, entry)
    return entry.value
  }
}
