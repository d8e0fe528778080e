import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import files from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Problem } from '../call/problem.ts'
import { assetRoute } from './headers.ts'

const builtPages = join(import.meta.dirname, '../../../dist/web')
/** The build writes the paths of all pages into this file. */
const pathsFile = 'page-paths.json'
/** Files that never change are not requested again, so these headers would be sent for nothing. */
const withoutValidators = { etag: false, lastModified: false, acceptRanges: false }

/**
 * Serves the built back office. Files with a hash in their name never change. The path of a page
 * gets `index.html` from every client, which routes the path in the browser.
 */
export async function servePages(app: FastifyInstance, root = builtPages): Promise<void> {
  if (!existsSync(join(root, pathsFile))) {
    app.setNotFoundHandler(() => {
      throw new Problem(404, 'unknown_path')
    })
    return
  }
  await app.register(files, {
    root,
    wildcard: false,
    globIgnore: ['assets/*'],
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) =>
      reply.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      ),
  })
  serveAssets(app, root)
  const isPagePath = createPagePathTest(root)
  const indexHtml = readFileSync(join(root, 'index.html'))
  app.setNotFoundHandler(({ method, url, headers: { accept } }, reply) => {
    const [path = ''] = url.split('?')
    const isRead = method === 'GET' || method === 'HEAD'
    if (isRead && isPagePath(path)) return reply.sendFile('index.html')
    if (!isRead || isOutsidePages(path) || !acceptsHtml(accept))
      throw new Problem(404, 'unknown_path')
    return reply
      .status(404)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(indexHtml)
  })
}

/** Serves the assets with one route, because a route for each of the hundreds delays the start. */
function serveAssets(app: FastifyInstance, root: string): void {
  const names = new Set(readdirSync(join(root, 'assets')))
  app.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url: assetRoute,
    // Browsers store an asset for a year, so the id of one request says nothing.
    handler: ({ params: { name } }, reply) =>
      names.has(name)
        ? reply.removeHeader('x-request-id').sendFile(`assets/${name}`, withoutValidators)
        : reply.callNotFound(),
  })
}

/** Returns a function that tests whether a path is that of a page. */
function createPagePathTest(root: string): (path: string) => boolean {
  const pagePaths = z
    .array(z.string())
    .parse(JSON.parse(readFileSync(join(root, pathsFile), 'utf8')))
  const patterns = ['/', ...pagePaths].map(
    path => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+').replace(/\/$/, '')}/?$`),
  )
  return path => patterns.some(pattern => pattern.test(path))
}

/** Returns whether a path belongs to calls, images or other files. */
const isOutsidePages = (path: string) =>
  /^\/(api|health|media|assets|metrics)(\/|$)|\.[^/]*$/.test(path)

const acceptsHtml = (accept: string | undefined) =>
  accept === undefined || /text\/html|\*\/\*/.test(accept)
