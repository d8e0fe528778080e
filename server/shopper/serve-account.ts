import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Id } from '#contract/lib/schemas.ts'
import type { AccountOrder, StorefrontAccount } from '#contract/storefront/storefront-account.ts'
import {
  emptyFormState,
  type StorefrontFormState,
  storefrontForms,
} from '#contract/storefront/storefront-form.ts'
import { selectSendsEmails } from '../customer/rule/mailed-order.ts'
import type { App } from '../lib/call/serve.ts'
import type { Tx } from '../lib/db/db.ts'
import { consumeRateLimit } from '../lib/security/rate-limit.ts'
import {
  getPartialState,
  getState,
  selectIsLost,
  selectIsWithdrawn,
} from '../order/page/shopper-order-state.ts'
import { getOrderPath, selectLinkSince } from '../sale/order-link.ts'
import { serveForm } from '../storefront/form/serve-form.ts'
import {
  findLinkEmail,
  findSignedInEmail,
  readLinkEmail,
  setLinkEmailCookie,
  setSessionCookie,
  signIn,
  signOut,
} from '../storefront/form/shopper-session.ts'
import { setWishes, setWishListToken } from '../storefront/form/wish-list-cookie.ts'
import { renderStorePage, type Storefront, sendPrivatePage } from '../storefront/page/serve-page.ts'
import { enqueueAccountLink } from './account-link-job.ts'
import { createStoreScope } from './store-scope.ts'
import { keepWishLists } from './wish-list/keep-wish-lists.ts'

const { path } = storefrontForms.account
const LinkParams = z.object({ token: z.string().regex(/^[\w-]{43}$/) })
const pageSize = 20
/** The id of the last order on the page before. */
const OrdersQuery = z.object({ before: Id.optional().catch(undefined) })

/**
 * Serves the page on which shoppers see their orders after a link by email. Its replies are the same
 * for every email, so that they do not show who has ordered.
 */
export function serveShopperAccount(storefront: Storefront) {
  const { app, server } = storefront
  const withStore = createStoreScope(app)
  const renderAccount = createRenderer(storefront)
  const render = async (request: FastifyRequest, state: PageState) =>
    renderAccount(request, await withStore(request, tx => loadAccount(app, tx, request)), state)
  server.get(path, async (request, reply) => {
    const page = await render(request, { state: emptyFormState, status: 200 })
    return sendPrivatePage(request, reply.header('x-robots-tag', 'noindex'), page)
  })
  serveForm(storefront, storefrontForms.account, {
    async handle({ fields, host: { storeId, language }, request, reply }) {
      switch (fields.intent) {
        case 'requestLink': {
          const { email } = fields
          const payload = { storeId, email, language }
          await consumeRateLimit(app, 'shopperLink', {
            source: request.ip,
            target: `${storeId} ${email}`,
          })
          await withStore(request, tx => enqueueAccountLink(tx, payload))
          setLinkEmailCookie(reply, email)
          return path
        }
        case 'changeEmail':
          setLinkEmailCookie(reply, undefined)
          return path
        case 'signOut':
          await withStore(request, tx => signOut(tx, request))
          setSessionCookie(reply, undefined)
          setWishes(reply, '')
          return path
      }
    },
    render: ({ request, state, status }) => render(request, { state, status }),
  })
  serveAccountLinks(storefront)
}

/** Opening a link changes nothing, because email apps open links too. The button of its page signs in. */
function serveAccountLinks(storefront: Storefront) {
  const { app, server } = storefront
  const withStore = createStoreScope(app)
  const renderAccount = createRenderer(storefront)
  const renderLink = async (
    request: FastifyRequest,
    { state, status }: PageState = { state: emptyFormState, status: 200 },
  ) => {
    const account = await withStore(request, tx => loadLink(app, tx, request))
    const isInvalid = account.step === 'email' && status === 200
    return renderAccount(request, account, { state, status: isInvalid ? 410 : status })
  }
  server.get(storefrontForms.accountLink.path, async (request, reply) => {
    reply.headers({ 'x-robots-tag': 'noindex', 'referrer-policy': 'same-origin' })
    return sendPrivatePage(request, reply, await renderLink(request))
  })
  serveForm(storefront, storefrontForms.accountLink, {
    async handle({ request, reply }) {
      const { data } = LinkParams.safeParse(request.params)
      const session = await withStore(request, async tx => {
        const signedIn = data && (await signIn(tx, data.token))
        return signedIn && { ...signedIn, wishes: await keepWishLists(tx, request, signedIn) }
      })
      if (!session) return renderLink(request)
      setSessionCookie(reply, session.token)
      setLinkEmailCookie(reply, undefined)
      setWishListToken(reply, undefined)
      setWishes(reply, session.wishes)
      return session.wishListId === null ? path : storefrontForms.wishList.path
    },
    render: ({ request, state, status }) => renderLink(request, { state, status }),
  })
}

type PageState = { state: StorefrontFormState; status: number }

const createRenderer =
  (storefront: Storefront) =>
  ({ storefrontHost }: FastifyRequest, account: StorefrontAccount, { state, status }: PageState) =>
    renderStorePage(storefront, storefrontHost, () => ({
      content: { kind: 'account', account, form: state },
      head: { title: '', description: '', canonicalPath: path },
      status,
    }))

/** The page of a link with the email that it signs in. A used link shows the orders to that shopper. */
async function loadLink(app: App, tx: Tx, request: FastifyRequest): Promise<StorefrontAccount> {
  const { data } = LinkParams.safeParse(request.params)
  const email = data && (await findLinkEmail(tx, data.token))
  if (data && email !== undefined) return { step: 'link', email, path: `${path}/${data.token}` }
  const account = await loadAccount(app, tx, request)
  return account.step === 'orders' ? account : { step: 'email', isLinkInvalid: true }
}

async function loadAccount(app: App, tx: Tx, request: FastifyRequest): Promise<StorefrontAccount> {
  const email = await findSignedInEmail(tx, request)
  if (email !== undefined) {
    const { before } = OrdersQuery.parse(request.query)
    return { step: 'orders', email, ...(await listOrders(app, tx, { email, before, request })) }
  }
  const linkEmail = readLinkEmail(request)
  return linkEmail === undefined
    ? { step: 'email', isLinkInvalid: false }
    : { step: 'sent', email: linkEmail }
}

type AccountOrderRow = Omit<AccountOrder, 'path' | 'state' | 'partialState'> & {
  id: string
  linkSince: string
} & Parameters<typeof getPartialState>[0] &
  Parameters<typeof getState>[0]
type OrderList = { email: string; before: string | undefined; request: FastifyRequest }

async function listOrders(app: App, tx: Tx, { email, before, request }: OrderList) {
  const { storeId } = request.storefrontHost
  const rows = await tx<AccountOrderRow[]>`
    select id, ${selectLinkSince(tx)} as link_since, number, created_at, total, status,
      fulfillment_status, return_progress,
      ${selectIsWithdrawn(tx)} as is_withdrawn, ${selectIsLost(tx)} as is_lost,
      (select timezone from store where id = current_store()) as timezone
    from "order" o
    where folded_email = ${email} and folded_email <> '' and status <> 'draft' and ${selectSendsEmails(tx)}
      ${before === undefined ? tx`` : tx`and id < ${before}`}
    order by id desc
    limit ${pageSize + 1}`
  const page = rows.slice(0, pageSize)
  return {
    orders: page.map(({ id, linkSince, number, createdAt, timezone, total, ...statuses }) => ({
      number,
      createdAt,
      timezone,
      total,
      partialState: getPartialState(statuses),
      state: getState(statuses),
      path: getOrderPath(app, { storeId, id, linkSince }),
    })),
    olderPath: rows.length > pageSize ? `${path}?before=${page.at(-1)?.id}` : null,
    isFirstPage: before === undefined,
  }
}
