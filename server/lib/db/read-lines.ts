import { type Access, openSlot, type Slot, type Sql } from './pool.ts'
import type { Read } from './read.ts'
import { openingOf, type Scope } from './scope.ts'

/**
 * Connections that many reads share without waiting for each other. A read is sent as one unbroken run of messages (begin
 * with the settings, its queries, commit), so the server works through the reads in turn while the next are on their
 * way. A reserved connection sends what it is given in that order, and only this file ever gives it anything.
 */
export type Lines = { choose(): Promise<Line | undefined>; state(): number; end(): Promise<void> }
/** `movedAt`: when it last answered, or had nothing to do. */
type Line = Slot & { waiting: number; movedAt: number }

/** What takes longer holds the others up, and is asked again on a connection of its own. */
export const lineMs = 1000
/** A line that somebody holds up already: new reads go elsewhere. */
const stuckMs = 250
const silentMs = 4 * lineMs

export function openLines(access: Access, count: number): Lines {
  const ready: (Line | undefined)[] = []
  const lines: (Promise<Line> | undefined)[] = Array.from({ length: count }, () => undefined)
  let isEnded = false

  async function lineAt(index: number): Promise<Line> {
    if (isEnded) throw new Error('the lines have ended')
    const opening =
      lines[index] ??
      openSlot(access).then(slot => {
        const line = Object.assign(slot, { waiting: 0, movedAt: 0 })
        ready[index] = line
        return line
      })
    lines[index] = opening
    const line = await opening.catch(error => {
      if (lines[index] === opening) lines[index] = undefined
      throw error
    })
    if (!line.isLost) return line
    if (lines[index] === opening) lines[index] = undefined
    return lineAt(index)
  }
  return {
    /** The line with the least to do; none where there are too few connections to share any, or something holds all of them up. */
    async choose() {
      const open = (await Promise.all(lines.map((_, index) => lineAt(index)))).filter(
        line => line.waiting === 0 || performance.now() - line.movedAt < stuckMs,
      )
      return open.reduce<Line | undefined>(
        (best, line) => (best && best.waiting <= line.waiting ? best : line),
        undefined,
      )
    },
    /** Reads under way. */
    state: () => ready.reduce((sum, line) => sum + (line && !line.isLost ? line.waiting : 0), 0),
    async end() {
      // One that a late read opened after all were closed would stay open for ever.
      isEnded = true
      const open = await Promise.allSettled(lines)
      await Promise.all(
        open.map(line => (line.status === 'fulfilled' ? line.value?.close() : undefined)),
      )
    },
  }
}

/** Sends a read on a line. Throws what its queries threw, or the loss of the connection. */
export async function sendRead<R>(
  line: Line,
  scope: Scope,
  plan: (tx: Sql) => Read<R>,
): Promise<R> {
  const { connection, guard } = line
  const read = plan(connection)
  const messages = [
    connection.unsafe(openingOf(scope, lineMs)).simple(),
    ...read.queries,
    connection.unsafe('commit').simple(),
  ]
  if (line.waiting === 0) line.movedAt = performance.now()
  line.waiting += 1
  // No await between these: nothing else may come in between.
  for (const message of messages) void message.execute()
  // The database would have said by now that this takes too long: it is gone without a word.
  const timer = setTimeout(() => {
    if (performance.now() - line.movedAt > silentMs) line.giveUp()
  }, 2 * silentMs)
  try {
    const results = await guard(Promise.all(messages))
    return read.answer(results.slice(1, -1))
  } finally {
    clearTimeout(timer)
    line.waiting -= 1
    line.movedAt = performance.now()
  }
}
