import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { StorefrontAccount } from '#contract/storefront/storefront-account.ts'
import {
  emptyFormState,
  type StorefrontFormState,
  storefrontForms,
} from '#contract/storefront/storefront-form.ts'
import type { App } from '../../lib/call/serve.ts'
import type { Tx } from '../../lib/db/db.ts'
import { consumeRateLimit } from '../../lib/security/rate-limit.ts'
import { serveForm } from '../../storefront/form/serve-form.ts'
import {
  findLinkEmail,
  findSignedInEmail,
  readLinkEmail,
  setLinkEmailCookie,
  setSessionCookie,
  signIn,
} from '../../storefront/form/shopper-session.ts'
import { setWishes, setWishListToken } from '../../storefront/form/wish-list-cookie.ts'
import {
  renderStorePage,
  type Storefront,
  sendPrivatePage,
} from '../../storefront/page/serve-page.ts'
import { enqueueAccountLink } from '../account-link-job.ts'
import { createStoreScope } from '../store-scope.ts'
import { mergeWishLists } from '../wish-list/merge-wish-lists.ts'
import { changeAccount } from './change-account.ts'
import { loadShopperAccount } from './load-account.ts'
import { requestErasure } from './request-erasure.ts'
import { serveAccountData } from './serve-account-data.ts'

const { path } = storefrontForms.account
const LinkParams = z.object({ token: z.string().regex(/^[\w-]{43}$/) })

/**
 * Serves the account of a shopper, which a link by email opens. Before that, its replies are the same for
 * every email, so that they do not show who has ordered.
 */
export function serveShopperAccount(storefront: Storefront) {
  const { app, server } = storefront
  const withStore = createStoreScope(app)
  const renderAccount = createRenderer(storefront)
  const render = async (request: FastifyRequest, page: PageState) => {
    const { values } = page.state
    const account = await withStore(request, tx => loadAccount(app, tx, { request, values }))
    return renderAccount(request, account, page)
  }
  server.get(path, async (request, reply) => {
    const page = await render(request, { state: emptyFormState, status: 200 })
    return sendPrivatePage(request, reply.header('x-robots-tag', 'noindex'), page)
  })
  serveForm(storefront, storefrontForms.account, {
    async handle({ fields, values, host: { storeId, language }, request, reply }) {
      switch (fields.intent) {
        case 'requestLink': {
          const { email } = fields
          await consumeRateLimit(app, 'shopperLink', {
            source: request.ip,
            target: `${storeId} ${email}`,
          })
          await withStore(request, tx => enqueueAccountLink(tx, { storeId, email, language }))
          setLinkEmailCookie(reply, email)
          return path
        }
        case 'changeEmail':
          setLinkEmailCookie(reply, undefined)
          return path
        case 'addressCountry':
          return render(request, { state: { values, errors: {} }, status: 200 })
        case 'requestErasure':
          await requestErasure(app, request)
          return `${path}?done=erasure#data`
        default:
          return withStore(request, tx => changeAccount(tx, fields, { request, reply }))
      }
    },
    render: ({ request, state, status }) => render(request, { state, status }),
  })
  serveAccountLinks(storefront)
  serveAccountData(storefront)
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
        return signedIn && { ...signedIn, wishes: await mergeWishLists(tx, request, signedIn) }
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

/** The page of a link with the email that it signs in. A used link shows the account to that shopper. */
async function loadLink(app: App, tx: Tx, request: FastifyRequest): Promise<StorefrontAccount> {
  const { data } = LinkParams.safeParse(request.params)
  const email = data && (await findLinkEmail(tx, data.token))
  if (data && email !== undefined) return { step: 'link', email, path: `${path}/${data.token}` }
  const account = await loadAccount(app, tx, { request, values: {} })
  return account.step === 'account' ? account : { step: 'email', isLinkInvalid: true }
}

type AccountPage = { request: FastifyRequest; values: Record<string, string> }

async function loadAccount(
  app: App,
  tx: Tx,
  { request, values }: AccountPage,
): Promise<StorefrontAccount> {
  const email = await findSignedInEmail(tx, request)
  if (email !== undefined)
    return { step: 'account', ...(await loadShopperAccount(app, tx, { request, email, values })) }
  const linkEmail = readLinkEmail(request)
  return linkEmail === undefined
    ? { step: 'email', isLinkInvalid: false }
    : { step: 'sent', email: linkEmail }
}
