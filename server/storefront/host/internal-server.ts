import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { App } from '../../lib/call/serve.ts'
import { type CertificateHosts, loadCertificateHosts } from './certificate-hosts.ts'
import { parseHost } from './storefront-host.ts'

/**
 * Starts the server for other programs of the installation on a port of its own. It replies to the
 * proxy whether a host is one of a store: 200 or 404. Anyone can learn that from the host itself,
 * so no caller is authenticated.
 */
export async function startInternalServer(app: App, listenUrl: string): Promise<Server> {
  const hosts = await loadCertificateHosts(app, listenUrl)
  const server = createServer((request, reply) => {
    request.resume()
    reply.writeHead(answer(hosts, request.method, request.url ?? '')).end()
  })
  server.listen(app.config.internalPort, app.config.internalHost)
  await once(server, 'listening')
  app.addHook('preClose', async () => {
    await hosts.stop()
    server.closeAllConnections()
    server.close()
  })
  return server
}

function answer(hosts: CertificateHosts, method: string | undefined, url: string): number {
  if (method !== 'GET' && method !== 'HEAD') return 405
  const [path, query] = url.split('?')
  if (path !== '/internal/tls/allowed') return 404
  return hosts.has(parseHost(new URLSearchParams(query).get('domain') ?? '')) ? 200 : 404
}
