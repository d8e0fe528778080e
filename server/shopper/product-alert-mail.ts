import { z } from 'zod'
import { createMoneyFormat } from '#contract/lib/money/money.ts'
import { getLocaleLanguage } from '#contract/lib/text/languages.ts'
import type { ProductAlertKind } from '#contract/product/product-alert.ts'
import { addLanguage } from '#contract/storefront/storefront-language.ts'
import type { MailLinkAction } from '#contract/storefront/storefront-mail-link.ts'
import type { App } from '../lib/call/serve.ts'
import { type Tx, withStoreTransaction } from '../lib/db/db.ts'
import type { JobHandlers } from '../lib/job/jobs.ts'
import { createMailSender, type Mail } from '../lib/mail/mail.ts'
import { serverTexts } from '../locales/texts.ts'
import { describeMailImage, loadMailImages } from '../store-mail/load-mail-images.ts'
import { getMailLinkPath } from '../store-mail/mail-link-token.ts'
import { getMailLocale, loadMailStore } from '../store-mail/mail-store.ts'
import { fromAlerts, isDue } from './send-product-alerts.ts'

const AlertPayload = z.object({ storeId: z.string(), id: z.string() })
type AlertPayload = z.infer<typeof AlertPayload>

/** Returns the jobs that ask a person to confirm an alert, and that send it. */
export function productAlertMailJobs(app: App): JobHandlers {
  const mailer = createMailSender(app.config, app.log)
  const createJob =
    (build: typeof buildRequest): JobHandlers[string] =>
    async (raw, { job }) => {
      const payload = AlertPayload.parse(raw)
      const mail = await withStoreTransaction(app.db, payload.storeId, tx =>
        build(app, tx, payload),
      )
      if (mail) await mailer.send(mail, job)
    }
  return {
    'productAlertRequest.mail': createJob(buildRequest),
    'productAlert.mail': createJob(buildAlert),
  }
}

type AlertRow = {
  kind: ProductAlertKind
  email: string
  language: string
  consentText: string
  earlierPrice: number
  price: number
  title: string
  slug: string
  image: string
  variantId: string
  isDue: boolean
}

/** Returns an alert in one of two states, with what its emails contain. */
async function loadAlert(
  app: App,
  tx: Tx,
  { storeId, id, state }: AlertPayload & { state: 'pending' | 'sent' },
) {
  const [row] = await tx<AlertRow[]>`
    select a.kind, a.email, a.language, a.consent_text, a.price as earlier_price, v.price, v.id as variant_id,
      p.slug, coalesce((
        select m.url from product_image i join media m on m.store_id = i.store_id and m.id = i.media_id
        where i.store_id = v.store_id and i.id = v.image_id), p.image) as image,
      concat_ws(' – ', p.title, nullif(array_to_string(v.options, ' – '), '')) as title,
      ${isDue(tx)} as is_due
    from ${fromAlerts(tx)}
    where a.id = ${id} and a.state = ${state}`
  const store = row && (await loadMailStore(app, tx))
  if (!store) return undefined
  const language =
    store.languages.find(each => each === row.language) ?? getLocaleLanguage(store.locale)
  const toUrl = (path: string) => store.url + addLanguage(path, language, store.languages)
  const images = await loadMailImages(tx, [row.image], { storeUrl: store.url })
  const image = images.get(row.image)
  return {
    row,
    image: describeMailImage(image, row.title),
    t: serverTexts[language],
    formatMoney: createMoneyFormat(getMailLocale(store, language), store.currency),
    toUrl,
    toLink: (action: MailLinkAction) => toUrl(getMailLinkPath(app, { storeId, action, id })),
    envelope: {
      to: row.email,
      ...(store.email && { replyTo: { name: store.name, address: store.email } }),
      sender: { ...store.sender, language },
      design: store.design,
    },
  }
}

async function buildRequest(app: App, tx: Tx, payload: AlertPayload): Promise<Mail | undefined> {
  const alert = await loadAlert(app, tx, { ...payload, state: 'pending' })
  if (!alert) return undefined
  const { row, t, toLink, envelope } = alert
  return {
    ...envelope,
    subject: t('productAlert.request.subject', { product: row.title }),
    lines: [t('productAlert.request.text'), `“${row.consentText}”`],
    link: { url: toLink('confirmAlert'), label: t('productAlert.request.link') },
    after: [t('productAlert.request.ignore')],
    unsubscribeUrl: toLink('stopAlert'),
  }
}

/**
 * Returns the email, or undefined if the product was sold out or became more expensive again, after
 * which the alert waits as before.
 */
async function buildAlert(app: App, tx: Tx, payload: AlertPayload): Promise<Mail | undefined> {
  const alert = await loadAlert(app, tx, { ...payload, state: 'sent' })
  if (!alert) return undefined
  const { row, t, formatMoney, toUrl, toLink, envelope, image } = alert
  if (!row.isDue) {
    await tx`
      update product_alert set state = 'confirmed', sent_at = null
      where id = ${payload.id} and state = 'sent'`
    return undefined
  }
  const unsubscribeUrl = toLink('stopAlert')
  const isPrice = row.kind === 'price'
  const price = formatMoney(row.price)
  return {
    ...envelope,
    subject: t(`productAlert.${row.kind}`, { product: row.title }),
    lines: [isPrice ? t('productAlert.priceText') : t('productAlert.stockText')],
    items: [
      {
        title: row.title,
        value: isPrice ? `${formatMoney(row.earlierPrice)} → ${price}` : price,
        image,
      },
    ],
    link: {
      url: toUrl(`/products/${row.slug}?variant=${row.variantId}`),
      label: t('productAlert.link'),
    },
    footer: {
      text: t('productAlert.ended'),
      link: { url: unsubscribeUrl, label: t('productAlert.unsubscribe') },
    },
    unsubscribeUrl,
  }
}
