import { businessApi } from '#contract/business.ts'
import { Problem } from '../lib/call/problem.ts'
import { type App, serve, serveAccount, servePublic } from '../lib/call/serve.ts'
import { forgetStanding } from '../lib/call/session.ts'
import { inScope } from '../lib/db/db.ts'
import { attempt, attemptIn } from '../lib/security/attempt.ts'
import { openStore } from '../rule/open-store.ts'
import { checkAddress, suggestAddresses } from '../rule/store-address.ts'
import * as store from './business-store.ts'

const sayFault = {
  taken: 'This address is already in use.',
  reserved: 'This address is reserved.',
  invalid: 'An address has 3 to 40 letters, digits or single dashes.',
} as const

const sayManyStores = (minutes: number) =>
  `You opened many stores in a short time. You can open another in ${minutes} minutes.`

export function businessRoutes(app: App) {
  const zone = app.config.storefrontHost
  servePublic(app, businessApi.checkDomain, async ({ params, client }) => {
    await attempt(app, 'domain', { address: client.ip })
    return inScope(app.db, {}, async tx => {
      const { slug, fault } = await checkAddress(tx, params.domain, zone)
      if (!fault) return { domain: `${slug}.${zone}`, available: true, suggestions: [] }
      // "No" is an answer here, not a failure of the request: status false in the body, 200 on the wire.
      throw new Problem(200, fault, sayFault[fault], {
        data: { suggestions: await suggestAddresses(tx, slug || params.domain) },
      })
    })
  })

  serveAccount(app, businessApi.list, ({ tx, query, signer }) =>
    store.listBusinesses(tx, query, signer.personId, zone),
  )
  serveAccount(app, businessApi.create, async ({ tx, body, signer }) => {
    if (body.status === 'live') await store.refuseUnverified(tx)
    await attemptIn(tx, app, 'store', {
      account: signer.personId,
      field: 'name',
      words: sayManyStores,
    })
    const id = await openStore(tx, signer.personId, body, zone, 'slug')
    forgetStanding(signer.sessionId)
    return store.getBusiness(tx, id, zone)
  })
  serve(app, businessApi.get, ({ tx, params }) => store.getBusiness(tx, params.id, zone))
  serve(app, businessApi.update, ({ tx, params, body }) =>
    store.updateBusiness(
      tx,
      params.id,
      { ...body.data, version: body.data.version ?? body.version },
      zone,
    ),
  )
}
