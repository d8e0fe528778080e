import type { StorefrontContent } from '#contract/storefront/storefront-page.ts'
import { useContentLanguage, useTexts } from '../frame/page-context.tsx'
import { ReturnPeriodText } from './return-period-text.tsx'

type Props = Extract<StorefrontContent, { kind: 'order' }>

/** The summary, receipts, invoices and credit notes of an order. */
export function OrderDocuments({ order, path }: Pick<Props, 'order' | 'path'>) {
  const t = useTexts()
  return (
    <section className="order-actions">
      <h2>{t('orderPage.documents')}</h2>
      <p className="order-links">
        <a href={`${path}/invoice`}>{t('orderSummaryPage.summary')}</a>
        {order.hasReceipt && <a href={`${path}/receipt`}>{t('orderSummaryPage.receipt')}</a>}
        {order.invoices.map(({ _id, kind, number }) => (
          <a key={_id} href={`${path}/invoice/${_id}`}>
            {kind === 'invoice'
              ? t('orderSummaryPage.invoice', { number })
              : t('orderSummaryPage.creditNote', { number })}
          </a>
        ))}
      </p>
    </section>
  )
}

/** The actions that a shopper can take on an order. */
export function OrderPageActions({ order, path, form, formKey, unavailable }: Props) {
  const t = useTexts()
  const isCancelRejected = form.values['intent'] === 'cancel'
  return (
    <section className="order-actions" id="again">
      <h2>{t('orderPage.actions')}</h2>
      {unavailable.length > 0 && <Unavailable titles={unavailable} />}
      <p className="order-links">
        {order.canEdit && <a href={`${path}/edit`}>{t('orderEdit.title')}</a>}
        {order.lines.some(({ returnable }) => returnable > 0) && (
          <a href={`${path}/return`}>{t('orderReturn.title')}</a>
        )}
        {order.lines.some(({ claimable }) => claimable > 0) && (
          <a href={`${path}/claim`}>{t('orderClaim.title')}</a>
        )}
        {order.reviews.length > 0 && <a href={`${path}/review`}>{t('reviews.write')}</a>}
        {(order.canWithdraw || order.withdrawal) && (
          <a href={`${path}/withdraw`}>
            {order.withdrawal ? t('withdrawal.title') : t('withdrawal.start')}
          </a>
        )}
      </p>
      <ReturnPeriodText order={order} />
      <form method="post" action={path}>
        <input type="hidden" name="intent" value="again" />
        <button className="button" type="submit">
          {t('orderPage.again')}
        </button>
      </form>
      {(order.canCancel || isCancelRejected) && (
        <details className="order-change" open={isCancelRejected}>
          <summary>{t('orderPage.cancel')}</summary>
          {isCancelRejected && (
            <p className="form-error" role="alert">
              {t('orderPage.tooLate')}
            </p>
          )}
          <p>{t('orderPage.cancelText')}</p>
          <form method="post" action={path}>
            <input type="hidden" name="intent" value="cancel" />
            <input type="hidden" name="key" value={formKey} />
            <button className="button" type="submit">
              {t('orderPage.cancelNow')}
            </button>
          </form>
        </details>
      )}
    </section>
  )
}

function Unavailable({ titles }: { titles: string[] }) {
  const t = useTexts()
  const language = useContentLanguage()
  return (
    <div role="status">
      <p>{t('orderPage.unavailable')}</p>
      <ul {...language}>
        {titles.map(title => (
          <li key={title}>{title}</li>
        ))}
      </ul>
      <p>
        <a href="/cart">{t('viewCart')}</a>
      </p>
    </div>
  )
}
