import type { FastifyRequest } from 'fastify'
import { getLocaleLanguage } from '#contract/lib/text/languages.ts'
import type { App } from '../../lib/call/serve.ts'
import { consumeRateLimit } from '../../lib/security/rate-limit.ts'
import { serverTexts } from '../../locales/texts.ts'
import { findSignedInEmail } from '../../storefront/form/shopper-session.ts'
import { readStore } from '../../storefront/page/read-store.ts'
import { createStoreScope } from '../store-scope.ts'

/**
 * Asks the store to erase the data of a signed-in shopper, by a message in its inbox. The store decides,
 * because open orders need their data, and erases the customer in the back office.
 */
export async function requestErasure(app: App, request: FastifyRequest): Promise<void> {
  const { storefrontHost: host } = request
  const shopper = await createStoreScope(app)(request, async tx => {
    const email = await findSignedInEmail(tx, request)
    if (email === undefined) return undefined
    const [row] = await tx<{ name: string | null; locale: string }[]>`
      select s.locale, c.name from store s
      left join customer c on c.store_id = s.id and c.folded_email = ${email} and c.folded_email <> ''
      where s.id = current_store()`
    return { email, name: row?.name || email, locale: row?.locale ?? 'en' }
  })
  if (!shopper) return
  const { email, name, locale } = shopper
  await consumeRateLimit(app, 'contactMessage', { source: email, target: host.storeId })
  const t = serverTexts[getLocaleLanguage(locale)]
  const text = t('erasureRequest', { email })
  await readStore(app, host, tx => tx`select add_contact_message(${name}, ${email}, '', ${text})`)
}
