import type { App } from '../lib/call/serve.ts'
import { buildSecurityText } from '../lib/http/security-text.ts'

/** Serves `security.txt` if SECURITY_CONTACT is set. */
export function securityTextRoutes(app: App) {
  const { securityContact, publicUrl } = app.config
  if (securityContact === undefined) return
  app.get(
    '/.well-known/security.txt',
    { config: { publicFile: true }, exposeHeadRoute: false },
    async (_request, reply) =>
      reply
        .type('text/plain; charset=utf-8')
        .header('cache-control', 'max-age=86400')
        .send(buildSecurityText(securityContact, publicUrl)),
  )
}
