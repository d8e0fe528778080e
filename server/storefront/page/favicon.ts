import { loadFrame, readStore } from './read-store.ts'
import type { Storefront } from './serve-page.ts'

/** Browsers request this path for documents without an icon, such as those of a store without one. */
export function serveFavicon({ app, server }: Storefront) {
  server.get('/favicon.ico', async ({ storefrontHost }, reply) => {
    const { frame } = await readStore(app, storefrontHost, tx => loadFrame(app, tx, storefrontHost))
    const { favicon } = frame.store
    reply.header('cache-control', 'public, max-age=3600')
    return favicon.startsWith('/media/') ? reply.redirect(favicon, 302) : reply.status(204).send()
  })
}
