import type { Disk } from 'flydrive'
import { z } from 'zod'
import type { App } from '../lib/call/serve.ts'
import { inBusiness, type Tx } from '../lib/db/db.ts'
import type { Jobs } from '../lib/job/jobs.ts'
import { insist } from './file/import-split.ts'
import type { ImportSettings, Outcome, Reading } from './import-outcome.ts'
import { RefusedFile } from './import-problem.ts'
import * as progress from './import-progress.ts'
import { readOrderFile } from './order/import-order-reading.ts'
import { readProductFile } from './product/import-product-reading.ts'
import { thriftily } from './thrift.ts'

const Payload = z.object({ importId: z.string(), businessId: z.string(), personId: z.string() })
export type ImportPayload = z.infer<typeof Payload>
export const readPayload = (raw: unknown): ImportPayload => Payload.parse(raw)
type Signal = AbortSignal | undefined

/** One import under way. `inTx` opens a transaction in its store, in the name of the person, marked with the import. */
type Work = { id: string; inTx: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>; signal: Signal }
/** Entries that follow each other in the file, the first at position `from`. */
type Batch<E> = { from: number; entries: E[]; done: number }

/** A batch takes a moment, so that locks are short, progress is seen, and little is done twice after a crash. */
const batchWeight = 400
const batchEntries = 100

/** The jobs of imports, by name: `import.plan` looks a file through, `import.run` writes what was planned. */
export function importJobs(app: App, disk: Disk): Jobs {
  const job =
    (
      status: 'planning' | 'running',
      work: <E>(work: Work, reading: Reading<E>) => Promise<void>,
    ): Jobs[string] =>
    async (raw, { abortSignal, job: { attempts, max_attempts } }) => {
      const payload = readPayload(raw)
      const id = payload.importId
      const { inTx } = openWork(app, payload)
      try {
        const begun = await inTx(tx => progress.readBegun(tx, id, status))
        if (!begun) return
        const settings = {
          currency: begun.currency,
          now: new Date(begun.createdAt),
          site: app.config.publicUrl,
        }
        const file = await disk.getStream(begun.fileKey)
        await thriftily(() =>
          readAndWork(file, begun.kind, settings, reading =>
            work({ id, inTx, signal: abortSignal }, reading),
          ),
        )
      } catch (error) {
        if (error instanceof progress.Stopped) return
        if (error instanceof RefusedFile) return inTx(tx => progress.fail(tx, id, error.message))
        if (attempts >= max_attempts)
          await inTx(tx =>
            progress.fail(
              tx,
              id,
              'Something went wrong here, not in the file. Try again; what is done already stays.',
            ),
          )
        throw error
      }
    }
  return { 'import.plan': job('planning', plan), 'import.run': job('running', runPlan) }
}

export const openWork = (
  app: App,
  { importId, businessId, personId }: ImportPayload,
): Pick<Work, 'inTx'> => ({
  inTx: work => inBusiness(app.db, businessId, work, { personId, requestId: `import-${importId}` }),
})

async function readAndWork(
  file: AsyncIterable<Buffer>,
  kind: 'products' | 'orders',
  settings: ImportSettings,
  work: <E>(reading: Reading<E>) => Promise<void>,
) {
  if (kind === 'orders') await work(await readOrderFile(file, settings))
  else await work(await readProductFile(file, settings))
}

async function plan<E>({ id, inTx, signal }: Work, reading: Reading<E>) {
  await inTx(tx => progress.beginPlan(tx, id, reading))
  for (const batch of batchesOf(reading)) {
    signal?.throwIfAborted()
    await inTx(async tx => {
      await progress.hold(tx, id, 'planning')
      const outcomes = await reading.decide(tx, batch.entries)
      await progress.saveItems(tx, id, batch.from, outcomes)
      await progress.saveProgress(tx, id, batch.done)
    })
  }
  await inTx(tx => progress.finish(tx, id, 'planning', 'planned'))
}

/**
 * Plans anew against the store as it is now, and writes in the same transaction. What an earlier try has written is
 * marked so in that try's transaction and is passed over.
 */
async function runPlan<E>({ id, inTx, signal }: Work, reading: Reading<E>) {
  for (const batch of batchesOf(reading)) {
    signal?.throwIfAborted()
    await insist(() =>
      inTx(async tx => {
        await progress.hold(tx, id, 'running')
        const open = await progress.openPositions(tx, id, batch.from, batch.entries.length)
        const outcomes = await reading.decide(tx, batch.entries, index =>
          open.has(batch.from + index),
        )
        const news = outcomes
          .map((outcome, i): [number, Outcome] => [batch.from + i, outcome])
          .filter(([position]) => open.has(position))
        await progress.saveWritten(tx, id, news)
        await progress.saveProgress(tx, id, batch.done)
      }),
    )
  }
  await inTx(tx => progress.finish(tx, id, 'running', 'done'))
}

/** Takes the entries out as it goes, so that the memory of what is written is free for what follows. */
function* batchesOf<E>({ entries, weigh }: Reading<E>): Generator<Batch<E>> {
  const total = entries.length
  let from = 0
  const waiting = entries.reverse()
  while (waiting.length > 0) {
    const taken: E[] = []
    for (let weight = 0; taken.length < batchEntries && weight < batchWeight; ) {
      const next = waiting.pop()
      if (next === undefined) break
      taken.push(next)
      weight += weigh(next)
    }
    yield { from, entries: taken, done: (from + taken.length) / total }
    from += taken.length
  }
}
