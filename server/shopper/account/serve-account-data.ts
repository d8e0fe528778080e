import { Readable } from 'node:stream'
import { storefrontForms } from '#contract/storefront/storefront-form.ts'
import { addLanguage } from '#contract/storefront/storefront-language.ts'
import { writePersonExport } from '../../customer/rule/export-person.ts'
import { withStoreTransaction } from '../../lib/db/db.ts'
import { openDisk } from '../../lib/file/disk.ts'
import { consumeRateLimit } from '../../lib/security/rate-limit.ts'
import { findSignedInEmail } from '../../storefront/form/shopper-session.ts'
import type { Storefront } from '../../storefront/page/serve-page.ts'
import { createStoreScope } from '../store-scope.ts'

/** Serves the data that the store has about a signed-in shopper, as a file. */
export function serveAccountData({ app, server }: Storefront) {
  const withStore = createStoreScope(app)
  const disk = openDisk(app.config, 'orders')
  server.get('/account/data', async (request, reply) => {
    const { storeId, language, languages } = request.storefrontHost
    const email = await withStore(request, tx => findSignedInEmail(tx, request))
    reply.headers({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' })
    if (email === undefined)
      return reply.redirect(addLanguage(storefrontForms.account.path, language, languages), 303)
    await consumeRateLimit(app, 'accountData', { target: `${storeId} ${email}` })
    const file = writePersonExport(
      { inTx: work => withStoreTransaction(app.db, storeId, work), disk },
      { email },
    )
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', 'attachment; filename="my-data.json"')
      .send(Readable.from(file))
  })
}
