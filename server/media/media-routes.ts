import { mediaApi } from '#contract/media.ts'
import { Problem } from '../lib/call/problem.ts'
import { type App, serve } from '../lib/call/serve.ts'
import { serveUpload } from '../lib/call/serve-upload.ts'
import { openDisk } from '../lib/file/disk.ts'
import { mediaJobs } from './media-jobs.ts'
import * as store from './media-store.ts'
import { storeUploads } from './media-upload.ts'

const uuidPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const mediaPathPattern = new RegExp(`^${uuidPattern}/${uuidPattern}/(?:160|480|1200)\\.webp$`)

export function mediaRoutes(app: App) {
  const disk = openDisk(app.config)
  Object.assign(app.jobs, mediaJobs(app.db, disk))
  serveUpload(app, mediaApi.upload, ({ files, principal, inTx }) =>
    storeUploads(files, disk, principal.businessId, inTx),
  )
  serve(app, mediaApi.list, ({ tx, query, principal }) =>
    store.listMedia(tx, query, principal.businessId),
  )
  serve(app, mediaApi.update, ({ tx, params, body }) =>
    store.updateMediaAlt(tx, params.id, body.alt),
  )
  serve(app, mediaApi.delete, ({ tx, params }) => store.deleteMedia(tx, params.id))

  // Images are public because shoppers see them; their URLs cannot be guessed. An image never
  // changes at its URL, so it can be cached forever. The headers prevent that a browser executes
  // its content.
  app.get<{ Params: { '*': string } }>(
    '/media/*',
    { config: { publicFile: true } },
    async (request, reply) => {
      const key = request.params['*']
      if (!mediaPathPattern.test(key)) throw createNotFoundProblem()
      const { contentLength } = await disk.getMetaData(key).catch(() => {
        throw createNotFoundProblem()
      })
      return reply
        .headers({
          'content-type': 'image/webp',
          'content-length': contentLength,
          'cache-control': 'public, max-age=31536000, immutable',
          'content-security-policy': "default-src 'none'; sandbox",
          'x-content-type-options': 'nosniff',
          'cross-origin-resource-policy': 'cross-origin',
        })
        .send(await disk.getStream(key))
    },
  )
}

const createNotFoundProblem = () => new Problem(404, 'image_not_found')
