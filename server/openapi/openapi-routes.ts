import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getRouteUrl, type Route } from '#contract/lib/api.ts'
import { openapiApi } from '#contract/openapi.ts'
import packageFile from '../../package.json' with { type: 'json' }
import type { App } from '../lib/call/serve.ts'
import { buildOpenapiDocument } from './openapi-document.ts'
import { renderOpenapiPage } from './openapi-page.ts'

const contentTypes = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' }

export function openapiRoutes(app: App) {
  // Made when first asked for: most processes never are.
  let cachedDocument: ReturnType<typeof buildOpenapiDocument> | undefined
  const getDocument = () => (cachedDocument ??= buildOpenapiDocument(packageFile.version))
  serveText(app, openapiApi.document, () => JSON.stringify(getDocument()))
  serveText(app, openapiApi.page, () => renderOpenapiPage(getDocument()))
  for (const kind of ['css', 'js'] as const) {
    app.route({
      method: 'GET',
      url: `/api/docs/openapi-page.${kind}`,
      config: { publicFile: true },
      handler: async (_request, reply) =>
        reply
          .type(contentTypes[kind])
          .send(await readFile(join(import.meta.dirname, `openapi-page.${kind}`))),
    })
  }
}

/** A text that stands for itself, without the envelope of other calls. */
function serveText(app: App, route: Route, getText: () => string) {
  app.route({
    method: 'GET',
    url: getRouteUrl(route),
    config: { contract: route },
    handler: (_request, reply) => reply.type(route.downloadType ?? 'text/plain').send(getText()),
  })
}
