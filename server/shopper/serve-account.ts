import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Id } from '#contract/lib/schemas.ts'
import type { OrderStatus } from '#contract/order/order-state.ts'
import type { AccountOrder, StorefrontAccount } from '#contract/storefront/storefront-account.ts'
import {
  emptyFormState,
  type StorefrontFormState,
  storefrontForms,
} from '#contract/storefront/storefront-form.ts'
import { withDeadline } from '../lib/call/deadline.ts'
import { Problem } from '../lib/call/problem.ts'
import type { App } from '../lib/call/serve.ts'
import { type Tx, withStoreTransaction } from '../lib/db/db.ts'
import { enqueueJob } from '../lib/job/jobs.ts'
import { consumeRateLimit } from '../lib/security/rate-limit.ts'
import { storefrontOrderStates } from '../order/page/load-order-page.ts'
import { getOrderPath } from '../sale/order-link.ts'
import { serveForm } from '../storefront/form/serve-form.ts'
import {
  findSignedInEmail,
  readCodeEmail,
  setCodeEmailCookie,
  setSessionCookie,
  signIn,
  signOut,
} from '../storefront/form/shopper-session.ts'
import { renderStorePage, type Storefront, sendPrivatePage } from '../storefront/page/serve-page.ts'

const { path } = storefrontForms.account
const pageSize = 20
/** The id of the last order on the page before. */
const OrdersQuery = z.object({ before: Id.optional().catch(undefined) })

/**
 * Serves the page on which shoppers see their orders after a code by email. Its replies are the same
 * for every email, so that they do not show who has ordered.
 */
export function serveShopperAccount(storefront: Storefront) {
  const { app, server } = storefront
  const withStore = <T>({ storefrontHost }: FastifyRequest, work: (tx: Tx) => Promise<T>) =>
    withDeadline(app.config.callLimitMs, () =>
      withStoreTransaction(app.db, storefrontHost.storeId, work),
    )
  const render = async (
    request: FastifyRequest,
    { state, status }: { state: StorefrontFormState; status: number },
  ) => {
    const account = await withStore(request, tx => loadAccount(app, tx, request))
    return renderStorePage(storefront, request.storefrontHost, () => ({
      content: { kind: 'account', account, form: state },
      head: { title: '', description: '', canonicalPath: path },
      status,
    }))
  }
  server.get(path, async (request, reply) => {
    const page = await render(request, { state: emptyFormState, status: 200 })
    return sendPrivatePage(request, reply.header('x-robots-tag', 'noindex'), page)
  })
  serveForm(storefront, storefrontForms.account, {
    async handle({ fields, host: { storeId, language }, request, reply }) {
      switch (fields.intent) {
        case 'requestCode': {
          const { email } = fields
          const payload = { storeId, email, language }
          await consumeRateLimit(app, 'shopperCode', {
            source: request.ip,
            target: `${storeId} ${email}`,
          })
          await withStore(request, tx => enqueueCode(tx, payload))
          setCodeEmailCookie(reply, email)
          return path
        }
        case 'signIn': {
          const { code } = fields
          const email = readCodeEmail(request)
          if (email === undefined) return path
          const token = await withStore(request, tx => signIn(app, tx, { storeId, email, code }))
          if (token === undefined) throw new Problem(422, 'wrong_code')
          setSessionCookie(reply, token)
          setCodeEmailCookie(reply, undefined)
          return path
        }
        case 'changeEmail':
          setCodeEmailCookie(reply, undefined)
          return path
        case 'signOut':
          await withStore(request, tx => signOut(tx, request))
          setSessionCookie(reply, undefined)
          return path
      }
    },
    render: ({ request, state, status }) => render(request, { state, status }),
  })
}

const enqueueCode = (tx: Tx, payload: { storeId: string; email: string; language: string }) =>
  enqueueJob(
    tx,
    'shopperCode.mail',
    payload,
    `shopperCode.mail ${payload.storeId} ${payload.email}`,
  )

async function loadAccount(app: App, tx: Tx, request: FastifyRequest): Promise<StorefrontAccount> {
  const email = await findSignedInEmail(tx, request)
  if (email !== undefined) {
    const { before } = OrdersQuery.parse(request.query)
    return { step: 'orders', email, ...(await listOrders(app, tx, { email, before, request })) }
  }
  const codeEmail = readCodeEmail(request)
  return codeEmail === undefined ? { step: 'email' } : { step: 'code', email: codeEmail }
}

type AccountOrderRow = Omit<AccountOrder, 'path' | 'state'> & { id: string; status: OrderStatus }
type OrderList = { email: string; before: string | undefined; request: FastifyRequest }

async function listOrders(app: App, tx: Tx, { email, before, request }: OrderList) {
  const { storeId } = request.storefrontHost
  const rows = await tx<AccountOrderRow[]>`
    select id, number, created_at, status, total,
      (select timezone from store where id = current_store()) as timezone
    from "order"
    where folded_email = ${email} and folded_email <> '' and cart_hash is not null
      ${before === undefined ? tx`` : tx`and id < ${before}`}
    order by id desc
    limit ${pageSize + 1}`
  const page = rows.slice(0, pageSize)
  return {
    orders: page.map(({ id, status, ...order }) => ({
      ...order,
      state: storefrontOrderStates[status],
      path: getOrderPath(app, { storeId, id }),
    })),
    olderPath: rows.length > pageSize ? `${path}?before=${page.at(-1)?.id}` : null,
    isFirstPage: before === undefined,
  }
}
