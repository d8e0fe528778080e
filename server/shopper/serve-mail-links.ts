import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { emptyFormState, storefrontForms } from '#contract/storefront/storefront-form.ts'
import { addLanguage } from '#contract/storefront/storefront-language.ts'
import type { MailLinkAction } from '#contract/storefront/storefront-mail-link.ts'
import type { Tx } from '../lib/db/db.ts'
import { consumeRateLimit } from '../lib/security/rate-limit.ts'
import { getMailLinkPath, type MailLink, parseMailLink } from '../store-mail/mail-link-token.ts'
import { readStore } from '../storefront/page/read-store.ts'
import {
  renderStorePage,
  type Storefront,
  sendNotFound,
  sendPrivatePage,
} from '../storefront/page/serve-page.ts'

const DoneQuery = z.object({ done: z.literal('1') })

/** Performs the action of a link. Returns false if its record no longer exists. */
type PerformAction = (tx: Tx, id: string) => Promise<boolean>
const actions: Record<MailLinkAction, PerformAction> = {
  async stopReminder(tx, id) {
    await tx`select stop_cart_reminder(${id})`
    return true
  },
  confirmNewsletter: (tx, id) =>
    isTrue(tx<ResultRow[]>`select confirm_subscription(${id}) as result`),
  confirmAlert: (tx, id) => isTrue(tx<ResultRow[]>`select confirm_product_alert(${id}) as result`),
  stopAlert: (tx, id) => isTrue(tx<ResultRow[]>`select stop_product_alerts(${id}) as result`),
  stopMarketing: (tx, id) => isTrue(tx<ResultRow[]>`select stop_marketing(${id}) as result`),
  stopNewsletter: (tx, id) => isTrue(tx<ResultRow[]>`select stop_subscription(${id}) as result`),
}

type ResultRow = { result: boolean }
const isTrue = async (rows: PromiseLike<readonly ResultRow[]>) => (await rows)[0]?.result ?? false

const { path, rateLimit } = storefrontForms.mailLink

/**
 * Serves the links of emails that change something, such as to unsubscribe. Opening one changes
 * nothing, because mail programs open links too; a button or the button of a mail program does.
 */
export function serveMailLinks(storefront: Storefront) {
  const { app } = storefront
  storefront.server.get(path, async (request, reply) => {
    const link = parseMailLink(app, request.storefrontHost.storeId, request.params)
    return link
      ? sendLinkPage(storefront, { request, reply, link })
      : sendNotFound(storefront, request, reply)
  })
  storefront.server.post(path, (request, reply) => performLink(storefront, request, reply))
}

async function performLink(storefront: Storefront, request: FastifyRequest, reply: FastifyReply) {
  const { app } = storefront
  const { storefrontHost: host, body } = request
  const link = parseMailLink(app, host.storeId, request.params)
  // A mail provider unsubscribes many people from one network.
  await consumeRateLimit(app, rateLimit, { source: link?.id ?? request.ip })
  const isDone = link && (await readStore(app, host, tx => actions[link.action](tx, link.id)))
  if (!isDone) return sendNotFound(storefront, request, reply)
  reply.header('cache-control', 'no-store')
  // Mail programs follow no redirect. They send one of both formats of forms (RFC 8058).
  if (body instanceof URLSearchParams && !body.has('List-Unsubscribe')) {
    const linkPath = getMailLinkPath(app, link)
    return reply.redirect(`${addLanguage(linkPath, host.language, host.languages)}?done=1`, 303)
  }
  return reply.type('text/plain').send('Done')
}

type LinkRequest = { request: FastifyRequest; reply: FastifyReply; link: MailLink }

async function sendLinkPage(storefront: Storefront, { request, reply, link }: LinkRequest) {
  const { storefrontHost: host, query } = request
  const linkPath = getMailLinkPath(storefront.app, link)
  const page = await renderStorePage(storefront, host, () => ({
    content: {
      kind: 'mailLink',
      action: link.action,
      path: linkPath,
      isDone: DoneQuery.safeParse(query).success,
      form: emptyFormState,
    },
    head: { title: '', description: '', canonicalPath: '' },
  }))
  reply.headers({ 'x-robots-tag': 'noindex', 'referrer-policy': 'same-origin' })
  return sendPrivatePage(request, reply, page)
}
