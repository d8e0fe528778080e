import type { StorefrontFormState } from '#contract/storefront/storefront-form.ts'
import type { StorefrontOrder } from '#contract/storefront/storefront-order.ts'
import type { StorefrontOrderEdit } from '#contract/storefront/storefront-order-edit.ts'
import { AmountList } from '../checkout/amount-list.tsx'
import { useContentLanguage, useMoney, useTexts } from '../frame/page-context.tsx'
import { AddressText, hasDelivery } from './order-address.tsx'

type Props = {
  edit: StorefrontOrderEdit
  preview: StorefrontOrder
  path: string
  form: StorefrontFormState
  /** When the time for changes ends. */
  time: string
}

/** The order as it would be, with the amount that is due or refunded, before the shopper confirms it. */
export function OrderEditPreview({ edit, preview, path, form, time }: Props) {
  const t = useTexts()
  const formatMoney = useMoney()
  const language = useContentLanguage()
  const { total } = edit.order
  return (
    <>
      <ul className="checkout-lines">
        {preview.lines.map(({ _id, title, variantTitle, quantity, amount }) => (
          <li className="checkout-line" key={_id}>
            <span {...language}>
              {quantity} × {title}
              {variantTitle && <span className="checkout-choice-detail">{variantTitle}</span>}
            </span>
            <span>{formatMoney(amount)}</span>
          </li>
        ))}
      </ul>
      <AmountList amounts={preview} hasDelivery={hasDelivery(preview)} />
      <p>{t('orderEdit.totalBefore', { amount: formatMoney(total) })}</p>
      <Difference preview={preview} time={time} />
      {hasDelivery(preview) && (
        <section>
          <h2>{t('delivery')}</h2>
          {preview.shippingMethod && <p>{preview.shippingMethod}</p>}
          <AddressText address={preview.address} />
        </section>
      )}
      <form className="order-edit-confirm" method="post" action={`${path}/edit`}>
        {Object.entries({ ...form.values, searched: form.values['search'] ?? '' })
          .filter(([name]) => name !== 'intent')
          .map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
        <button className="button" type="submit" name="intent" value="apply">
          {t('orderEdit.confirm')}
        </button>
        <button className="button" type="submit" name="intent" value="change">
          {t('orderEdit.back')}
        </button>
      </form>
    </>
  )
}

function Difference({ preview: { balance }, time }: Pick<Props, 'preview' | 'time'>) {
  const t = useTexts()
  const formatMoney = useMoney()
  if (balance === 0) return null
  const amount = formatMoney(Math.abs(balance))
  return (
    <p className="order-edit-difference">
      {balance > 0 ? t('amountDue', { amount }) : t('orderEdit.refund', { amount, time })}
    </p>
  )
}
