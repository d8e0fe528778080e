/**
 * Ids rise with the time of writing, but what is written first may be committed last: whoever goes on from an id looks
 * back this far too, further than any transaction of ours lasts. A page passes over what it has had.
 */
export const overlapMs = 60_000

const uuidV7Pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The lowest id of the time from which a reader who had come to `position` must go on. */
export function getResumePosition(position: string | undefined): string | undefined {
  if (!position || !uuidV7Pattern.test(position)) return undefined
  const ms = Math.max(Number.parseInt(position.replace('-', '').slice(0, 12), 16) - overlapMs, 0)
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}
