import { setNewest } from './bounded-map.ts'

/**
 * Returns a function that loads the result of a key once, also for requests that need it at the same
 * time. The key must contain a revision of all rows that the result depends on. A request whose result
 * another one could not load, for example because it was canceled, loads its own.
 */
export function createResultCache<Result>(maxResults: number) {
  const results = new Map<string, Promise<Result>>()
  return async (key: string, load: () => Promise<Result>): Promise<Result> => {
    const earlier = results.get(key)
    if (earlier)
      try {
        return await earlier
      } catch {
        // Loaded below.
      }
    const result = load()
    setNewest(results, [key, result], maxResults)
    result.catch(() => {
      if (results.get(key) === result) results.delete(key)
    })
    return result
  }
}
