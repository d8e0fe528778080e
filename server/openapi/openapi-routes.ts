import type { FastifyReply, FastifyRequest } from 'fastify'
import { openapiApi } from '#contract/developer/openapi.ts'
import { getRouteUrl, type Route } from '#contract/lib/call/api.ts'
import packageFile from '../../package.json' with { type: 'json' }
import type { App } from '../lib/call/serve.ts'
import { assetNames, loadPageAssets, type PageAsset } from './openapi-asset.ts'
import { buildOpenapiDocument } from './openapi-document.ts'
import { renderOpenapiPage } from './openapi-page.ts'

export function openapiRoutes(app: App) {
  // Both are created at the first request, because most processes never serve them.
  let cachedDocument: string | undefined
  let cachedAssets: ReturnType<typeof loadPageAssets> | undefined
  const getAssets = () => (cachedAssets ??= loadPageAssets())

  serveText(
    app,
    openapiApi.document,
    () => (cachedDocument ??= JSON.stringify(buildOpenapiDocument(packageFile.version))),
  )
  serveText(app, openapiApi.page, async () => renderOpenapiPage(await getAssets()))
  for (const name of assetNames) {
    app.route({
      method: 'GET',
      url: `/api/docs/${name}`,
      config: { publicFile: true },
      handler: async (request, reply) => sendAsset(request, reply, (await getAssets()).get(name)),
    })
  }
}

function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: PageAsset | undefined) {
  if (!asset) return reply.callNotFound()
  reply.type(asset.contentType).headers({
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  })
  const acceptsGzip = /\bgzip\b/.test(String(request.headers['accept-encoding']))
  if (!asset.gzipped || !acceptsGzip) return reply.send(asset.bytes)
  return reply.header('content-encoding', 'gzip').send(asset.gzipped)
}

/** Serves a text without the envelope of other calls. */
function serveText(app: App, route: Route, getText: () => string | Promise<string>) {
  app.route({
    method: 'GET',
    url: getRouteUrl(route),
    config: { contract: route },
    handler: async (_request, reply) =>
      reply.type(route.downloadType ?? 'text/plain').send(await getText()),
  })
}
