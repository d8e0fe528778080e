import type { App } from '../lib/call/serve.ts'

const validDays = 180

/**
 * Serves `security.txt` (RFC 9116), which says where to report vulnerabilities, if SECURITY_CONTACT
 * is set.
 */
export function securityTextRoutes(app: App) {
  const { securityContact, publicUrl } = app.config
  if (securityContact === undefined) return
  app.get(
    '/.well-known/security.txt',
    { config: { publicFile: true }, exposeHeadRoute: false },
    async (_request, reply) => {
      const expires = new Date(Date.now() + validDays * 86_400_000).toISOString()
      const lines = [
        `Contact: ${securityContact}`,
        `Expires: ${expires}`,
        'Preferred-Languages: en',
        `Canonical: ${publicUrl}/.well-known/security.txt`,
      ]
      return reply
        .type('text/plain; charset=utf-8')
        .header('cache-control', 'max-age=86400')
        .send(`${lines.join('\n')}\n`)
    },
  )
}
