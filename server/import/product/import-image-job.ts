import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { Import } from '#contract/import.ts'
import { toProblem } from '../../lib/call/problem.ts'
import type { App } from '../../lib/call/serve.ts'
import { bulkInsert } from '../../lib/db/bulk-write.ts'
import type { Tx } from '../../lib/db/db.ts'
import { type EncodedImage, encodeImage } from '../../lib/file/image.ts'
import { enqueueJob, type JobHandlers } from '../../lib/job/jobs.ts'
import type { RequestPolicy } from '../../lib/security/guarded-request.ts'
import { createImportContext, type ImportPayload, parseImportPayload } from '../import-job.ts'
import { createNotNowProblem, getImport, lockImport } from '../import-store.ts'
import { fetchImage, ImageFetchError } from './import-image-fetch.ts'

type RunImageTransaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
type FetchedImage = { fileName: string; hash: string; image: EncodedImage }
/** Puts pictures into the store's media, in their order: what an upload does, too. */
export type SaveImages = (
  pictures: readonly FetchedImage[],
  businessId: string,
  inTx: RunImageTransaction,
) => Promise<readonly { _id: string }[]>

type ImageFetchResult = { source: string; picture: FetchedImage | null; reason: string }
const maxConcurrentFetches = 6

/** Pictures of products that this import has written. */
const isProductOfImport = (tx: Tx, id: string) =>
  tx`product_id in (select target from import_item where import_id = ${id} and written_at is not null and target is not null)`

/** Those that failed are tried again. */
export async function startImageFetch(
  tx: Tx,
  id: string,
  principal: { businessId: string; personId: string },
): Promise<z.infer<typeof Import>> {
  const lockedImport = await lockImport(tx, id)
  if (
    lockedImport.kind !== 'products' ||
    !['done', 'cancelled', 'failed'].includes(lockedImport.status)
  )
    throw createNotNowProblem(lockedImport, 'import_images_too_early')
  await tx`update product_image set state = 'waiting' where state = 'failed' and source_url <> '' and ${isProductOfImport(tx, id)}`
  await tx`delete from import_problem where import_id = ${id} and code = 'picture'`
  await tx`update import set fetching = true where id = ${id}`
  await enqueueJob(tx, 'import.pictures', { importId: id, ...principal }, `pictures ${id}`)
  return getImport(tx, id)
}

/** The job that fetches pictures; each address once, however many products show it. What is done stays done if it breaks off. */
export function createImageJob(
  app: App,
  saveImages: SaveImages,
  reach?: RequestPolicy,
): JobHandlers {
  return {
    'import.pictures': async (raw, { abortSignal }) => {
      const payload = parseImportPayload(raw)
      const { runInTransaction: inTx } = createImportContext(app, payload)
      for (;;) {
        abortSignal?.throwIfAborted()
        const sources = await inTx(tx => listNextSources(tx, payload.importId))
        if (sources.length === 0) break
        const fetched = await Promise.all(sources.map(source => tryFetchImage(source, reach)))
        await saveFetchedImages(payload, fetched, saveImages, inTx)
      }
      await inTx(tx => tx`update import set fetching = false where id = ${payload.importId}`)
    },
  }
}

async function listNextSources(tx: Tx, id: string): Promise<string[]> {
  const rows = await tx<{ source: string }[]>`
    select source_url as source from product_image
    where state = 'waiting' and ${isProductOfImport(tx, id)} and exists (select 1 from import where id = ${id} and fetching) group by source_url order by min(id::text) limit ${maxConcurrentFetches}`
  return rows.map(row => row.source)
}

async function tryFetchImage(
  source: string,
  reach: RequestPolicy | undefined,
): Promise<ImageFetchResult> {
  try {
    const bytes = await fetchImage(source, reach)
    const fileName = decodeURIComponent(
      new URL(source).pathname.split('/').at(-1) || 'picture',
    ).slice(-200)
    return {
      source,
      reason: '',
      picture: {
        fileName,
        hash: createHash('sha256').update(bytes).digest('hex'),
        image: await encodeImage(bytes, 'It'),
      },
    }
  } catch (error) {
    return {
      source,
      picture: null,
      reason: error instanceof ImageFetchError ? error.message : toProblem(error).message,
    }
  }
}

async function saveFetchedImages(
  { importId, businessId }: ImportPayload,
  fetchResults: readonly ImageFetchResult[],
  saveImages: SaveImages,
  runInTransaction: RunImageTransaction,
) {
  const fetchedImages = fetchResults.flatMap(({ source, picture }) =>
    picture ? [{ source, picture }] : [],
  )
  const media = fetchedImages.length
    ? await saveImages(
        fetchedImages.map(({ picture }) => picture),
        businessId,
        runInTransaction,
      )
    : []
  const failedFetches = fetchResults.filter(({ picture }) => !picture)
  await runInTransaction(async tx => {
    // Pictures of one address are one medium, in every product of the import that shows it.
    await tx`
      update product_image i set state = 'ready', media_id = m.id
      from unnest(${fetchedImages.map(({ source }) => source)}::text[], ${media.map(({ _id }) => _id)}::uuid[]) as m (source, id)
      where i.state = 'waiting' and i.source_url = m.source and ${isProductOfImport(tx, importId)}`
    await tx`update product_image set state = 'failed' where state = 'waiting' and source_url = any (${failedFetches.map(({ source }) => source)}::text[]) and ${isProductOfImport(tx, importId)}`
    const rows = await tx<{ row: number; source: string }[]>`
      select min(t."row")::integer as "row", i.source_url as source from import_item t join product_image i on i.business_id = t.business_id and i.product_id = t.target
      where t.import_id = ${importId} and i.source_url = any (${failedFetches.map(({ source }) => source)}::text[]) group by i.source_url`
    const rowBySource = new Map(rows.map(({ row, source }) => [source, row]))
    await bulkInsert(
      tx,
      'import_problem',
      failedFetches.map(({ source, reason }) => ({
        importId,
        row: rowBySource.get(source) ?? 0,
        column: 'Image Src',
        level: 'warn',
        code: 'picture',
        message: `The picture ${source.slice(0, 300)} could not be fetched. ${reason}.`,
      })),
    )
  })
}
