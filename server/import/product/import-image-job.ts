import { createHash } from 'node:crypto'
import type { Import } from '#contract/import/import.ts'
import type { ErrorParams } from '#contract/lib/error/error-text.ts'
import { toProblem } from '../../lib/call/problem.ts'
import type { App } from '../../lib/call/serve.ts'
import type { RunInTransaction, Tx } from '../../lib/db/db.ts'
import { type EncodedImage, encodeImage } from '../../lib/file/image.ts'
import type { JobHandlers } from '../../lib/job/jobs.ts'
import type { RequestPolicy } from '../../lib/security/guarded-request.ts'
import { createImportContext, type ImportPayload, parseImportPayload } from '../import-job.ts'
import { formatImportProblem, shortenForMessage } from '../import-problem.ts'
import { refreshProblemCounts, saveProblems } from '../import-progress.ts'
import { createNotNowProblem, getImport, lockImport } from '../import-store.ts'
import { continueImageCopy, enqueueImageCopy, isProductOfImport } from './enqueue-image-copy.ts'
import { fetchImage, ImageFetchError, type ImageProblemCode } from './import-image-fetch.ts'

type FetchedImage = { fileName: string; hash: string; image: EncodedImage }
/** Saves images as media of the store, in their order, as an upload does. */
export type SaveImages = (
  images: readonly FetchedImage[],
  storeId: string,
  runInTransaction: RunInTransaction,
) => Promise<readonly { _id: string }[]>

type FailedFetch = { source: string; code: ImageProblemCode; params: ErrorParams }
type ImageFetchResult = { source: string; image: FetchedImage } | FailedFetch
const maxConcurrentFetches = 6
/** Slow servers of images must not hold up other stores, so the imports take turns. */
const defaultTurnMs = 60_000

/** Enqueues the job that copies the remaining images. Images that failed before are tried again. */
export async function startImageFetch(
  tx: Tx,
  id: string,
  principal: { storeId: string; personId: string },
): Promise<Import> {
  const lockedImport = await lockImport(tx, id)
  if (
    lockedImport.kind !== 'products' ||
    !['done', 'cancelled', 'failed'].includes(lockedImport.status)
  )
    throw createNotNowProblem(lockedImport, 'import_images_too_early')
  await tx`
    update product_image set state = 'waiting'
    where state = 'failed' and source_url <> '' and ${isProductOfImport(tx, id)}`
  await tx`
    delete from import_problem
    where import_id = ${id} and starts_with(code, 'image_copy_')`
  await refreshProblemCounts(tx, id)
  await enqueueImageCopy(tx, { importId: id, ...principal })
  return getImport(tx, id)
}

/** The job that copies images. It fetches each URL once, and continues where it stopped. */
export function createImageJob(
  app: App,
  saveImages: SaveImages,
  networkPolicy?: RequestPolicy,
  turnMs = defaultTurnMs,
): JobHandlers {
  return {
    'import.images': async (raw, { abortSignal }) => {
      const payload = parseImportPayload(raw)
      const { runInTransaction } = createImportContext(app, payload)
      const turnEnd = performance.now() + turnMs
      for (;;) {
        abortSignal?.throwIfAborted()
        if (performance.now() > turnEnd)
          return runInTransaction(tx => continueImageCopy(tx, payload))
        const sources = await runInTransaction(tx => listNextSources(tx, payload.importId))
        if (sources.length === 0) break
        const results = await Promise.all(
          sources.map(source => tryFetchImage(source, networkPolicy)),
        )
        await saveFetchResults(payload, results, saveImages, runInTransaction)
      }
      await runInTransaction(
        tx => tx`update import set is_fetching_images = false where id = ${payload.importId}`,
      )
    },
  }
}

async function listNextSources(tx: Tx, id: string): Promise<string[]> {
  const rows = await tx<{ source: string }[]>`
    select source_url as source from product_image
    where state = 'waiting' and ${isProductOfImport(tx, id)}
      and exists (select 1 from import where id = ${id} and is_fetching_images)
    group by source_url order by min(id::text) limit ${maxConcurrentFetches}`
  return rows.map(row => row.source)
}

async function tryFetchImage(
  source: string,
  networkPolicy: RequestPolicy | undefined,
): Promise<ImageFetchResult> {
  try {
    const bytes = await fetchImage(source, networkPolicy)
    const lastSegment = new URL(source).pathname.split('/').at(-1) || 'image'
    const fileName = decodeURIComponent(lastSegment).slice(-200)
    const hash = createHash('sha256').update(bytes).digest('hex')
    return { source, image: { fileName, hash, image: await encodeImage(bytes, fileName) } }
  } catch (error) {
    return { source, ...getFailureReason(error) }
  }
}

const codeByImageError: Readonly<Record<string, ImageProblemCode>> = {
  image_type_unsupported: 'image_copy_unsupported',
  too_many_pixels: 'image_copy_too_many_pixels',
  damaged: 'image_copy_damaged',
}

function getFailureReason(error: unknown): Omit<FailedFetch, 'source'> {
  if (error instanceof ImageFetchError) return { code: error.code, params: error.params }
  const { code, params: { size } = {} } = toProblem(error)
  return {
    code: codeByImageError[code] ?? 'image_copy_failed',
    params: size === undefined ? {} : { size },
  }
}

async function saveFetchResults(
  { importId, storeId }: ImportPayload,
  results: readonly ImageFetchResult[],
  saveImages: SaveImages,
  runInTransaction: RunInTransaction,
) {
  const fetchedImages = results.flatMap(result => ('image' in result ? [result] : []))
  const failedFetches = results.flatMap(result => ('image' in result ? [] : [result]))
  const media = fetchedImages.length
    ? await saveImages(
        fetchedImages.map(({ image }) => image),
        storeId,
        runInTransaction,
      )
    : []
  await runInTransaction(async tx => {
    // The images of one address share one medium in every product of the import.
    await tx`
      update product_image i set state = 'ready', media_id = m.id
      from unnest(
        ${fetchedImages.map(({ source }) => source)}::text[], ${media.map(({ _id }) => _id)}::uuid[]
      ) as m (source, id)
      where i.state = 'waiting' and i.source_url = m.source and ${isProductOfImport(tx, importId)}`
    await saveFailedFetches(tx, importId, failedFetches)
  })
}

/**
 * Marks the images as failed, and adds a problem to the first row of a product that shows each of
 * them.
 */
async function saveFailedFetches(tx: Tx, importId: string, failedFetches: readonly FailedFetch[]) {
  const sources = failedFetches.map(({ source }) => source)
  await tx`
    update product_image set state = 'failed'
    where state = 'waiting' and source_url = any (${sources}::text[]) and ${isProductOfImport(tx, importId)}`
  const rows = await tx<{ row: number; source: string }[]>`
    select min(t."row")::integer as "row", i.source_url as source
    from import_item t
    join product_image i on i.store_id = t.store_id and i.product_id = t.target
    where t.import_id = ${importId} and i.source_url = any (${sources}::text[])
    group by i.source_url`
  const rowBySource = new Map(rows.map(({ row, source }) => [source, row]))
  const problems = failedFetches.map(({ source, code, params }) =>
    formatImportProblem(
      { row: rowBySource.get(source) ?? 0, field: 'image', value: shortenForMessage(source) },
      code,
      {
        ...params,
        url: source.slice(0, 300),
      },
    ),
  )
  await saveProblems(tx, importId, problems)
  await refreshProblemCounts(tx, importId)
}
