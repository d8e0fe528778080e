import { storeApi } from '#contract/store/store.ts'
import type { CredentialGuard } from '../account/rule/credential-guard.ts'
import { invalidateMembership } from '../lib/call/authenticate.ts'
import { Problem } from '../lib/call/problem.ts'
import {
  type App,
  serve,
  serveAccount,
  servePublic,
  serveWithoutTransaction,
} from '../lib/call/serve.ts'
import { withTransaction } from '../lib/db/db.ts'
import { consumeRateLimit, consumeRateLimitInTransaction } from '../lib/security/rate-limit.ts'
import { createStore } from './rule/create-store.ts'
import { checkStoreHandle, suggestStoreHandles } from './rule/store-handle.ts'
import {
  assertEmailVerified,
  getStore,
  getStoreOwner,
  listStores,
  updateStore,
} from './store-store.ts'

export function storeRoutes(
  app: App,
  { requireReauthentication, notifyAboutCredential }: CredentialGuard,
) {
  const { storefrontHost } = app.config
  servePublic(app, storeApi.checkDomain, async ({ params, client }) => {
    await consumeRateLimit(app, 'lookup', { source: client.ip })
    return withTransaction(app.db, {}, async tx => {
      const { slug, problem } = await checkStoreHandle(tx, params.domain, storefrontHost)
      if (!problem) return { domain: `${slug}.${storefrontHost}`, available: true, suggestions: [] }
      // An unavailable store handle is a valid reply: HTTP status 200 with `status: false` in the body.
      const suggestions = await suggestStoreHandles(tx, slug || params.domain)
      throw new Problem(200, `store_url_${problem}`, {}, { data: { suggestions } })
    })
  })

  serveAccount(app, storeApi.list, ({ tx, query, claims }) =>
    listStores(tx, query, claims.personId, app.config),
  )
  serveAccount(app, storeApi.create, async ({ tx, body, claims }) => {
    if (body.status === 'live') await assertEmailVerified(tx)
    await consumeRateLimitInTransaction(tx, app, 'signup', {
      target: claims.personId,
      field: 'name',
      errorCode: 'too_many_stores',
    })
    const id = await createStore(tx, claims.personId, body, {
      storefrontHost,
      field: 'slug',
    })
    invalidateMembership(claims.sessionId)
    return getStore(tx, id, app.config)
  })
  serve(app, storeApi.get, ({ tx, params }) => getStore(tx, params.id, app.config))
  serveWithoutTransaction(app, storeApi.update, async call => {
    const { params, body, principal, inTx } = call
    const { email } = body.data
    const current = await inTx(tx => getStore(tx, params.id, app.config))
    const isEmailChanged = email !== undefined && email !== current.email
    if (isEmailChanged) await requireReauthentication(call)
    return inTx(async tx => {
      const { status } = body.data
      // A closed store does not count.
      if (current.status === 'closed' && status !== undefined && status !== 'closed')
        await app.planGuard?.(tx, {
          resource: 'store',
          personId: principal.personId,
          storeId: undefined,
          ownerId: await getStoreOwner(tx, principal),
        })
      const input = { ...body.data, version: body.data.version ?? body.version }
      const saved = await updateStore(tx, params.id, input, app.config)
      if (isEmailChanged)
        await notifyAboutCredential(tx, principal, { kind: 'store_email_changed', email })
      return saved
    })
  })
}
