import { isDeepStrictEqual } from 'node:util'

/** Returns the given fields whose values differ from the current ones. */
export function getChanges<T extends object>(input: T, current: T): Partial<T> {
  const changes: Partial<T> = {}
  for (const field in input)
    if (input[field] !== undefined && !isDeepStrictEqual(input[field], current[field]))
      changes[field] = input[field]
  return changes
}
