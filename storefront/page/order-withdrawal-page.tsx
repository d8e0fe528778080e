import type { StorefrontContent } from '#contract/storefront/storefront-page.ts'
import { FormErrorText, LabeledInput } from '../component/form-field.tsx'
import { useDateTime, useTexts } from '../component/frame/page-context.tsx'
import { ExcludedItems } from '../component/order/excluded-items.tsx'

type Props = Extract<StorefrontContent, { kind: 'order' }>

/** The statement of a shopper who withdraws from a contract, or its receipt. */
export function OrderWithdrawalPage({ order, path, form }: Props) {
  const t = useTexts()
  return (
    <div className="section order-page order-form">
      <p className="order-links">
        <a href={path}>{t('orderSummaryPage.backToOrder')}</a>
      </p>
      <h1>{t('withdrawal.title')}</h1>
      {order.withdrawal ? (
        <Receipt withdrawal={order.withdrawal} timeZone={order.seller.timezone} />
      ) : (
        <>
          <p>{t('withdrawal.statement', { number: order.number })}</p>
          <ExcludedItems lines={order.lines} title={t('withdrawalExceptions.excludedItems')} />
          <form method="post" action={`${path}/withdraw`}>
            <FormErrorText state={form} />
            <LabeledInput
              state={{ ...form, values: { name: order.customerName, ...form.values } }}
              name="name"
              label={t('contactName')}
              autoComplete="name"
              maxLength={120}
            />
            <p className="field">
              <label htmlFor="field-order">{t('contactOrderNumber')}</label>
              <input id="field-order" value={order.number} readOnly />
            </p>
            <LabeledInput
              state={{ ...form, values: { email: order.email, ...form.values } }}
              name="email"
              label={t('contactEmail')}
              type="email"
              autoComplete="email"
              maxLength={254}
            />
            <button className="button" type="submit">
              {t('withdrawal.confirm')}
            </button>
          </form>
        </>
      )}
    </div>
  )
}

function Receipt({
  withdrawal: { email, createdAt },
  timeZone,
}: {
  withdrawal: NonNullable<Props['order']['withdrawal']>
  timeZone: string
}) {
  const t = useTexts()
  const at = useDateTime(timeZone)(createdAt)
  return <p role="status">{t('withdrawal.received', { at, email })}</p>
}
