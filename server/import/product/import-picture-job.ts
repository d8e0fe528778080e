import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { Import } from '#contract/import.ts'
import { toProblem } from '../../lib/call/problem.ts'
import type { App } from '../../lib/call/serve.ts'
import type { Tx } from '../../lib/db/db.ts'
import { insertSet } from '../../lib/db/row-set.ts'
import { type EncodedPicture, encodePicture } from '../../lib/file/picture.ts'
import { addJob, type Jobs } from '../../lib/job/jobs.ts'
import type { Reach } from '../../lib/security/guarded-request.ts'
import { type ImportPayload, openWork, readPayload } from '../import-job.ts'
import { getImport, holdImport, notNow } from '../import-store.ts'
import { fetchPicture, NoPicture } from './import-picture-fetch.ts'

type InTx = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
type Picture = { fileName: string; hash: string; picture: EncodedPicture }
/** Puts pictures into the store's media, in their order: what an upload does, too. */
export type KeepPictures = (
  pictures: readonly Picture[],
  businessId: string,
  inTx: InTx,
) => Promise<readonly { _id: string }[]>

type Fetched = { source: string; picture: Picture | null; reason: string }
const atOnce = 6

/** Pictures of products that this import has written. */
const ofImport = (tx: Tx, id: string) =>
  tx`product_id in (select target from import_item where import_id = ${id} and written_at is not null and target is not null)`

/** Those that failed are tried again. */
export async function startFetching(
  tx: Tx,
  id: string,
  who: { businessId: string; personId: string },
): Promise<z.infer<typeof Import>> {
  const held = await holdImport(tx, id)
  if (held.kind !== 'products' || !['done', 'cancelled', 'failed'].includes(held.status))
    throw notNow(held, 'Pictures can be fetched once the products are in')
  await tx`update product_image set state = 'waiting' where state = 'failed' and source_url <> '' and ${ofImport(tx, id)}`
  await tx`delete from import_problem where import_id = ${id} and code = 'picture'`
  await tx`update import set fetching = true where id = ${id}`
  await addJob(tx, 'import.pictures', { importId: id, ...who }, `pictures ${id}`)
  return getImport(tx, id)
}

/** The job that fetches pictures; each address once, however many products show it. What is done stays done if it breaks off. */
export function pictureJob(app: App, keep: KeepPictures, reach?: Reach): Jobs {
  return {
    'import.pictures': async (raw, { abortSignal }) => {
      const payload = readPayload(raw)
      const { inTx } = openWork(app, payload)
      for (;;) {
        abortSignal?.throwIfAborted()
        const sources = await inTx(tx => nextSources(tx, payload.importId))
        if (sources.length === 0) break
        const fetched = await Promise.all(sources.map(source => fetchOne(source, reach)))
        await keepFetched(payload, fetched, keep, inTx)
      }
      await inTx(tx => tx`update import set fetching = false where id = ${payload.importId}`)
    },
  }
}

async function nextSources(tx: Tx, id: string): Promise<string[]> {
  const rows = await tx<{ source: string }[]>`
    select source_url as source from product_image
    where state = 'waiting' and ${ofImport(tx, id)} and exists (select 1 from import where id = ${id} and fetching) group by source_url order by min(id::text) limit ${atOnce}`
  return rows.map(row => row.source)
}

async function fetchOne(source: string, reach: Reach | undefined): Promise<Fetched> {
  try {
    const bytes = await fetchPicture(source, reach)
    const fileName = decodeURIComponent(
      new URL(source).pathname.split('/').at(-1) || 'picture',
    ).slice(-200)
    return {
      source,
      reason: '',
      picture: {
        fileName,
        hash: createHash('sha256').update(bytes).digest('hex'),
        picture: await encodePicture(bytes, 'It'),
      },
    }
  } catch (error) {
    return {
      source,
      picture: null,
      reason: error instanceof NoPicture ? error.message : toProblem(error).message,
    }
  }
}

async function keepFetched(
  { importId, businessId }: ImportPayload,
  fetched: readonly Fetched[],
  keep: KeepPictures,
  inTx: InTx,
) {
  const had = fetched.flatMap(({ source, picture }) => (picture ? [{ source, picture }] : []))
  const media = had.length
    ? await keep(
        had.map(({ picture }) => picture),
        businessId,
        inTx,
      )
    : []
  const failed = fetched.filter(({ picture }) => !picture)
  await inTx(async tx => {
    // Pictures of one address are one medium, in every product of the import that shows it.
    await tx`
      update product_image i set state = 'ready', media_id = m.id
      from unnest(${had.map(({ source }) => source)}::text[], ${media.map(({ _id }) => _id)}::uuid[]) as m (source, id)
      where i.state = 'waiting' and i.source_url = m.source and ${ofImport(tx, importId)}`
    await tx`update product_image set state = 'failed' where state = 'waiting' and source_url = any (${failed.map(({ source }) => source)}::text[]) and ${ofImport(tx, importId)}`
    const rows = await tx<{ row: number; source: string }[]>`
      select min(t."row")::integer as "row", i.source_url as source from import_item t join product_image i on i.business_id = t.business_id and i.product_id = t.target
      where t.import_id = ${importId} and i.source_url = any (${failed.map(({ source }) => source)}::text[]) group by i.source_url`
    const rowOf = new Map(rows.map(({ row, source }) => [source, row]))
    await insertSet(
      tx,
      'import_problem',
      failed.map(({ source, reason }) => ({
        importId,
        row: rowOf.get(source) ?? 0,
        column: 'Image Src',
        level: 'warn',
        code: 'picture',
        message: `The picture ${source.slice(0, 300)} could not be fetched. ${reason}.`,
      })),
    )
  })
}
