import type { FastifyInstance, FastifyRequest } from 'fastify'
import { imageFormats, storefrontImageWidths } from '#contract/lib/image.ts'
import { Problem } from '../call/problem.ts'
import type { FileDisk } from './file-disk.ts'

const uuidPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
/** Images of earlier versions have files of 800 pixels. */
const servedWidths = [...storefrontImageWidths, 800]
const mediaPathPattern = new RegExp(
  `^${uuidPattern}/${uuidPattern}/(?:${servedWidths.join('|')})\\.(${imageFormats.join('|')})$`,
)

/**
 * Serves the files of images, of all stores or of the store that `getStoreId` returns. Images are
 * public because shoppers see them; their URLs cannot be guessed. An image never changes at its URL,
 * so it can be cached forever. The headers prevent that a browser executes its content.
 */
export function serveMediaFiles(
  server: FastifyInstance,
  disk: FileDisk,
  getStoreId?: (request: FastifyRequest) => string,
) {
  server.get<{ Params: { '*': string } }>(
    '/media/*',
    { config: { publicFile: true } },
    async (request, reply) => {
      const key = request.params['*']
      const isOwn = !getStoreId || key.startsWith(`${getStoreId(request)}/`)
      const [, format] = mediaPathPattern.exec(key) ?? []
      if (!format || !isOwn) throw createNotFoundProblem()
      const file = await disk.findFile(key)
      if (!file) throw createNotFoundProblem()
      return reply
        .headers({
          'content-type': `image/${format}`,
          'content-length': file.size,
          'cache-control': 'public, max-age=31536000, immutable',
          'content-security-policy': "default-src 'none'; sandbox",
          'x-content-type-options': 'nosniff',
          'cross-origin-resource-policy': 'cross-origin',
        })
        .send(file.body)
    },
  )
}

const createNotFoundProblem = () => new Problem(404, 'image_not_found')
