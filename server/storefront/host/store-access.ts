import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  emptyFormState,
  type StorefrontFormState,
  storefrontForms,
} from '#contract/storefront/storefront-form.ts'
import { createFieldProblem } from '../../lib/call/problem.ts'
import type { App } from '../../lib/call/serve.ts'
import { withStoreTransaction } from '../../lib/db/db.ts'
import { isSameToken } from '../../lib/security/is-same-token.ts'
import { createMacToken } from '../../lib/security/mac-token.ts'
import { verifyPassword } from '../../lib/security/password-hash.ts'
import { getCacheKey, getPageBudget } from '../cache/page-cache.ts'
import { serveForm } from '../form/serve-form.ts'
import { loadFrame, readStore } from '../page/read-store.ts'
import { type Storefront, sendNotFound, sendPage, toCachedPage } from '../page/serve-page.ts'
import { isFilePath } from './store-state.ts'
import type { StorefrontHost } from './storefront-host.ts'

const cookieName = '__Host-store-access'
const cookieSeconds = 30 * 24 * 3600
const passwordPath = storefrontForms.password.path

/**
 * Serves the form of a store that opens with a password. A correct one sets a cookie, the only one of
 * a page without a cart.
 */
export function serveStorePassword(storefront: Storefront) {
  const { app, server } = storefront
  server.get(passwordPath, (request, reply) =>
    request.storefrontHost.passwordId === null
      ? sendNotFound(storefront, request, reply)
      : reply.redirect('/', 303),
  )
  serveForm(storefront, storefrontForms.password, {
    async handle({ fields, host, reply, refundRateLimit }) {
      const isCorrect = await verifyPassword(await findPasswordHash(app, host), fields.password)
      if (!isCorrect) throw createFieldProblem('password', 'wrong_password')
      await refundRateLimit()
      const token = createStoreAccessToken(app, host)
      reply.header(
        'set-cookie',
        `${cookieName}=${token}; Path=/; Max-Age=${cookieSeconds}; Secure; HttpOnly; SameSite=Lax`,
      )
      return fields.from
    },
    render: ({ host, state, status }) => renderPasswordPage(storefront, host, { state, status }),
  })
  // Caches outside this process must not keep what the password protects.
  server.addHook('onSend', async ({ storefrontHost, url }, reply) => {
    if (storefrontHost?.passwordId && !isFilePath(url))
      reply.header('cache-control', 'private, no-store')
  })
}

/** Returns whether the request may see pages of the store. The form is open to everyone. */
export function hasStoreAccess(app: App, { url, method, headers, storefrontHost }: FastifyRequest) {
  if (storefrontHost.passwordId === null || isFilePath(url)) return true
  if (method === 'POST' && url === passwordPath) return true
  const expectedToken = createStoreAccessToken(app, storefrontHost)
  return (headers.cookie ?? '')
    .split(';')
    .map(cookie => cookie.trim().replace(`${cookieName}=`, ''))
    .some(token => isSameToken(expectedToken, token))
}

/** Sends the form. It is the same at each URL, so that there is one page in the cache. */
export async function sendPasswordPage(
  storefront: Storefront,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { storefrontHost: host } = request
  const page = await storefront.cache.get(
    getCacheKey(host, 'password'),
    getPageBudget(host.storeId),
    () => renderPasswordPage(storefront, host, { state: emptyFormState, status: 403 }),
  )
  return sendPage(request, reply.header('x-robots-tag', 'noindex'), page)
}

async function renderPasswordPage(
  { app, renderer, assets }: Storefront,
  host: StorefrontHost,
  { state, status }: { state: StorefrontFormState; status: number },
) {
  const { frame } = await readStore(app, host, tx => loadFrame(app, tx, host))
  return toCachedPage(
    status,
    renderer.renderNotice({
      code: 'password',
      language: host.language,
      frame,
      assets,
      form: state,
    }),
  )
}

/** The password itself is hidden from the role of the storefront. */
const findPasswordHash = ({ db }: App, { storeId }: StorefrontHost) =>
  withStoreTransaction(db, storeId, async tx => {
    const [row] = await tx<
      { passwordHash: string }[]
    >`select password_hash from storefront_password`
    return row?.passwordHash
  })

/** The token opens one store until its password changes. */
const createStoreAccessToken = ({ keys }: App, { storeId, passwordId }: StorefrontHost) =>
  createMacToken(keys.storeAccess, `${storeId} ${passwordId}`)
