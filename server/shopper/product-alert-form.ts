import { z } from 'zod'
import { Id } from '#contract/lib/schemas.ts'
import { ProductAlertKind } from '#contract/product/product-alert.ts'
import { formatProductAlertConsent } from '#contract/store/consent-texts.ts'
import { emptyFormState, storefrontForms } from '#contract/storefront/storefront-form.ts'
import type { Tx } from '../lib/db/db.ts'
import { consumeRateLimit } from '../lib/security/rate-limit.ts'
import { missingPage } from '../storefront/cache/page-cache.ts'
import { type RejectedForm, serveForm } from '../storefront/form/serve-form.ts'
import { notFound } from '../storefront/host/storefront-content.ts'
import { readStore } from '../storefront/page/read-store.ts'
import {
  renderStorePage,
  type Storefront,
  sendNotFound,
  sendPrivatePage,
} from '../storefront/page/serve-page.ts'

const AlertQuery = z.object({
  variant: Id,
  kind: ProductAlertKind,
  sent: z.literal('1').optional(),
})
type AlertQuery = z.infer<typeof AlertQuery>

const { path } = storefrontForms.productAlert

/**
 * Serves the form for an email about a variant. Its reply is the same for every email, so that it
 * does not show who waits for a product.
 */
export function serveProductAlerts(storefront: Storefront) {
  const { app, server } = storefront
  server.get(path, async (request, reply) => {
    const { success, data } = AlertQuery.safeParse(request.query)
    const page = success
      ? await render(storefront, data, {
          host: request.storefrontHost,
          state: emptyFormState,
          status: 200,
        })
      : missingPage
    return page === missingPage
      ? sendNotFound(storefront, request, reply)
      : sendPrivatePage(request, reply.header('x-robots-tag', 'noindex'), page)
  })
  serveForm(storefront, storefrontForms.productAlert, {
    async handle({ fields: { variant, kind, email, website, from }, host }) {
      // Bots that fill in every field get the same response.
      if (!website) {
        await consumeRateLimit(app, 'productAlertMail', { target: email })
        await readStore(app, host, async tx => {
          const [store] = await tx<{ name: string }[]>`
            select name from store where id = current_store()`
          const consent = formatProductAlertConsent(host.language, kind, store?.name ?? '')
          await tx`
            select request_product_alert(${variant}, ${kind}, ${email}, ${host.language}, ${consent}, ${from})`
        })
      }
      return `${path}?${new URLSearchParams({ variant, kind, sent: '1' })}`
    },
    async render(rejected) {
      const { success, data } = AlertQuery.safeParse(rejected.state.values)
      return success ? render(storefront, data, rejected) : missingPage
    },
  })
}

type VariantRow = { title: string; slug: string; options: string[] }
const selectVariant = (tx: Tx, id: string) => tx<VariantRow[]>`
  select p.title, p.slug, v.options
  from variant v join product p on p.store_id = v.store_id and p.id = v.product_id
  where v.store_id = current_store() and v.id = ${id} and p.status = 'active'`

const render = (
  storefront: Storefront,
  { variant, kind, sent }: AlertQuery,
  { host, state, status }: Omit<RejectedForm, 'request'>,
) =>
  renderStorePage(storefront, host, async ({ tx }) => {
    const [row] = await selectVariant(tx, variant)
    if (!row) return notFound
    return {
      content: {
        kind: 'productAlert',
        alert: kind,
        variant,
        title: [row.title, ...row.options].join(' – '),
        path: `/products/${row.slug}?variant=${variant}`,
        form: state,
        isSent: sent === '1',
      },
      head: { title: '', description: '', canonicalPath: '' },
      status,
    }
  })
