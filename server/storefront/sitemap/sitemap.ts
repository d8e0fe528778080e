import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { StorefrontFrame } from '#contract/storefront/storefront-page.ts'
import type { App } from '../../lib/call/serve.ts'
import type { Tx } from '../../lib/db/db.ts'
import { selectListPaths } from '../../redirect/rule/fixed-paths.ts'
import { getStoreUrl } from '../../store/rule/store-url.ts'
import type { StorefrontHost } from '../host/storefront-host.ts'
import { hasContent } from '../page/page-body.ts'
import { loadIndexedFrame, readPublishedStore } from '../page/read-store.ts'
import { createEtag, type Storefront, sendNotFound } from '../page/serve-page.ts'
import {
  getFileCount,
  listRecords,
  type RecordFile,
  recordKinds,
  selectFirstId,
  selectRecordCounts,
} from './sitemap-records.ts'
import { createUrlFormatter, writeUrlSet } from './sitemap-url.ts'

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
const FileParams = z.object({ number: z.coerce.number().int().min(1).max(50_000) })

/**
 * Serves `/sitemap.xml`, an index, and the files it lists: the first one with the pages of the store
 * itself, then the published records of each kind. Nothing is served for a store that is not indexed.
 */
export function serveSitemap(storefront: Storefront) {
  const { app, server } = storefront
  server.get('/sitemap.xml', async (request, reply) => {
    const { storefrontHost } = request
    if (isUnchanged(request, reply)) return reply.status(304).send()
    const files = await readPublishedStore(app, storefrontHost, async tx => {
      const frame = await loadIndexedFrame(app, tx, storefrontHost)
      return frame && listFiles(tx, storefrontHost.languages.length)
    })
    if (!files) return sendNotFound(storefront, request, reply)
    const fileUrl = `${getStoreUrl(app.config, storefrontHost.primaryHost)}/sitemap`
    const numbers = [1, ...files.map((_, index) => index + 2)]
    const entries = numbers.map(
      number => `<sitemap><loc>${fileUrl}/${number}.xml</loc></sitemap>\n`,
    )
    return sendXml(
      reply,
      `${declaration}<sitemapindex ${namespace}>\n${entries.join('')}</sitemapindex>\n`,
    )
  })
  server.get('/sitemap/:number.xml', async (request, reply) => {
    const params = FileParams.safeParse(request.params)
    if (!params.success) return sendNotFound(storefront, request, reply)
    if (isUnchanged(request, reply)) return reply.status(304).send()
    const urls = await openFile(app, request.storefrontHost, params.data.number)
    if (!urls) return sendNotFound(storefront, request, reply)
    return sendXml(reply, Readable.from(writeUrlSet(urls)))
  })
}

/** Returns the entries of a file, or undefined if it does not exist. */
async function openFile(
  app: App,
  host: StorefrontHost,
  number: number,
): Promise<AsyncIterable<string> | string[] | undefined> {
  const languageCount = host.languages.length
  const formatUrls = createUrlFormatter(getStoreUrl(app.config, host.primaryHost), host.languages)
  const source = await readPublishedStore(app, host, async tx => {
    const frame = await loadIndexedFrame(app, tx, host)
    if (!frame) return undefined
    if (number === 1) return { paths: await listStorePaths(tx, frame) }
    const file = (await listFiles(tx, languageCount))[number - 2]
    return file && { kind: file.kind, firstId: await selectFirstId(tx, file, languageCount) }
  })
  if (!source) return undefined
  if (source.paths) return source.paths.map(path => formatUrls(path))
  const batches = listRecords({ ...source, languageCount }, work =>
    readPublishedStore(app, host, work),
  )
  return formatRecords(formatUrls, batches)
}

/**
 * Sets the ETag and returns whether the client has the file. The revision changes with everything
 * that shoppers see, so no record is read for that.
 */
function isUnchanged({ url, headers, storefrontHost }: FastifyRequest, reply: FastifyReply) {
  const { revision, primaryHost, status } = storefrontHost
  const etag = createEtag(`${url} ${primaryHost} ${status} ${revision}`)
  reply.header('etag', etag).header('cache-control', 'public, max-age=0, must-revalidate')
  return hasContent(headers, etag)
}

const sendXml = (reply: FastifyReply, body: string | Readable) =>
  reply.type('application/xml; charset=utf-8').send(body)

/** Returns the paths of the pages that are no records. */
async function listStorePaths(tx: Tx, frame: StorefrontFrame): Promise<string[]> {
  const rows = await tx<{ path: string }[]>`${selectListPaths(tx)}`
  return [
    '/',
    '/products',
    ...rows.map(({ path }) => path),
    ...frame.policyKinds.map(kind => `/policies/${kind}`),
  ]
}

async function listFiles(tx: Tx, languageCount: number): Promise<RecordFile[]> {
  const counts = await selectRecordCounts(tx)
  return recordKinds.flatMap(kind =>
    Array.from({ length: getFileCount(counts[kind], languageCount) }, (_, index) => ({
      kind,
      index,
    })),
  )
}

async function* formatRecords(
  formatUrls: ReturnType<typeof createUrlFormatter>,
  batches: AsyncIterable<{ path: string; updatedAt: Date | string }[]>,
) {
  for await (const rows of batches)
    yield rows.map(({ path, updatedAt }) => formatUrls(path, updatedAt)).join('')
}
