import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { mailInApi } from '#contract/desk/mail-in.ts'
import { getRouteUrl } from '#contract/lib/call/api.ts'
import { parseCall } from '../lib/call/call-input.ts'
import { withDeadline } from '../lib/call/deadline.ts'
import { assertFound, Problem } from '../lib/call/problem.ts'
import { type App, sendResult } from '../lib/call/serve.ts'
import { openDisk, openRequestDisk } from '../lib/file/disk.ts'
import { isSameToken } from '../lib/security/is-same-token.ts'
import { consumeRateLimit } from '../lib/security/rate-limit.ts'
import { acceptMail } from './accept-mail.ts'
import { mailInJobs } from './mail-in-jobs.ts'
import { findMailStore } from './mail-recipient.ts'
import { mailboxRoutes } from './mailbox/mailbox-routes.ts'
import { unfiledMailRoutes } from './unfiled-mail-routes.ts'

/**
 * Serves the call with which a provider delivers an email, whose body stays a stream, and the calls about emails that
 * are not in the inbox.
 */
export async function mailInRoutes(app: App): Promise<void> {
  const disk = openDisk(app.config, 'mail')
  Object.assign(app.jobs, mailInJobs(app, disk))
  unfiledMailRoutes(app, openRequestDisk(app.config, 'mail'))
  mailboxRoutes(app, disk)
  const route = mailInApi.receive
  await app.register(async server => {
    server.removeAllContentTypeParsers()
    server.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    server.route({
      method: route.method,
      url: getRouteUrl(route),
      config: { contract: route },
      handler: async (request, reply) => {
        const delivery = await withDeadline(app.config.callLimitMs, () => authorize(app, request))
        const content = request.body instanceof Readable ? request.body : Readable.from([])
        await acceptMail(app, disk, content, delivery)
        return sendResult(reply, route, undefined)
      },
    })
  })
}

const MailInParams = z.object({ secret: z.string() })

/** @throws Problem 404 not_found for a wrong secret, or 404 mail_recipient_not_found */
async function authorize(app: App, request: FastifyRequest) {
  const { mailIn } = app.config
  const { secret } = MailInParams.parse(request.params)
  if (!mailIn?.secret || !isSameToken(mailIn.secret, secret)) {
    await consumeRateLimit(app, 'lookup', { source: request.ip })
    throw new Problem(404, 'not_found')
  }
  const { query } = parseCall(mailInApi.receive, request)
  const storeId = assertFound(await findMailStore(app, query.to), 'mail_recipient_not_found')
  await consumeRateLimit(app, 'mailIn', { target: storeId })
  return {
    sender: query.from ?? null,
    recipients: [{ storeId, address: query.to }],
    clientIp: '',
    clientName: '',
  }
}
