import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Route, urlOf } from '#contract/lib/api.ts'
import { openapiApi } from '#contract/openapi.ts'
import packageFile from '../../package.json' with { type: 'json' }
import type { App } from '../lib/call/serve.ts'
import { openapiDocument } from './openapi-document.ts'
import { openapiPage } from './openapi-page.ts'

const types = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' }

export function openapiRoutes(app: App) {
  // Made when first asked for: most processes never are.
  let doc: ReturnType<typeof openapiDocument> | undefined
  const description = () => (doc ??= openapiDocument(packageFile.version))
  send(app, openapiApi.document, () => JSON.stringify(description()))
  send(app, openapiApi.page, () => openapiPage(description()))
  for (const kind of ['css', 'js'] as const) {
    app.route({
      method: 'GET',
      url: `/api/docs/openapi-page.${kind}`,
      config: { publicFile: true },
      handler: async (_request, reply) =>
        reply
          .type(types[kind])
          .send(await readFile(join(import.meta.dirname, `openapi-page.${kind}`))),
    })
  }
}

/** A text that stands for itself, without the envelope of other calls. */
function send(app: App, route: Route, text: () => string) {
  app.route({
    method: 'GET',
    url: urlOf(route),
    config: { contract: route },
    handler: (_request, reply) => reply.type(route.download ?? 'text/plain').send(text()),
  })
}
