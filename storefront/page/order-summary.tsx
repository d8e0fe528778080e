import { formatEmail } from '#contract/lib/text/readable-domain.ts'
import type { StorefrontContent } from '#contract/storefront/storefront-page.ts'
import { AmountList } from '../component/checkout/amount-list.tsx'
import { BankTransferDetails } from '../component/checkout/bank-transfer-details.tsx'
import {
  useContentLanguage,
  useFrame,
  useMoney,
  useTexts,
} from '../component/frame/page-context.tsx'
import { AddressText, hasDelivery } from '../component/order/order-address.tsx'
import { isPaymentDue } from '../component/order/order-state-text.tsx'
import { PickupPlaceText } from '../component/order/pickup-place.tsx'
import { SanitizedHtml } from '../component/sanitized-html.tsx'

type Props = Extract<StorefrontContent, { kind: 'order' }>

/**
 * The order with its current data, to be printed. It has no number of its own and is not an invoice.
 */
export function OrderSummary({ order, path }: Props) {
  const t = useTexts()
  const { locale } = useFrame().store
  const { seller, billingAddress, address, pickup } = order
  const buyer = Object.values(billingAddress).some(Boolean) ? billingAddress : address
  return (
    <div className="section order-page order-summary">
      <p className="order-links">
        <a href={path}>{t('orderSummaryPage.backToOrder')}</a>
      </p>
      <h1>{t('orderSummaryPage.summary')}</h1>
      <p className="order-number">
        {t('orderOf', {
          number: order.number,
          date: new Date(order.createdAt).toLocaleDateString(locale, {
            dateStyle: 'long',
            timeZone: seller.timezone,
          }),
        })}
      </p>
      <div className="order-parties">
        <section>
          <h2>{t('orderSummaryPage.seller')}</h2>
          <AddressText address={{ ...seller.address, name: seller.name }} />
          <div>{formatEmail(seller.email)}</div>
          {seller.vatId && (
            <div>
              {t('taxes.vatId')}: {seller.vatId}
            </div>
          )}
        </section>
        <section>
          <h2>{t('orderSummaryPage.buyer')}</h2>
          <AddressText
            company={order.company}
            address={{ ...buyer, name: buyer.name || order.customerName }}
          />
          <div>{formatEmail(order.email)}</div>
          {order.vatId && (
            <div>
              {t('taxes.vatId')}: {order.vatId}
            </div>
          )}
        </section>
        {hasDelivery(order) && (
          <section>
            <h2>{t(pickup ? 'pickup' : 'delivery')}</h2>
            {pickup ? <PickupPlaceText place={pickup} /> : <AddressText address={address} />}
            {order.shippingMethod}
          </section>
        )}
      </div>
      <OrderLines order={order} />
      <AmountList amounts={order} hasDelivery={hasDelivery(order)} />
      <TaxTable order={order} />
      {order.paymentMethod && (
        <p>
          {t('payment')}: {order.paymentMethod}
        </p>
      )}
      {order.bankTransfer && isPaymentDue(order) && (
        <BankTransferDetails transfer={order.bankTransfer} amount={order.balance} />
      )}
      <p>{t('orderSummaryPage.notAnInvoice')}</p>
      {seller.imprint && (
        <section>
          <h2>{t('policies.imprint')}</h2>
          <SanitizedHtml html={seller.imprint} />
        </section>
      )}
    </div>
  )
}

/** The taxed amount and the tax of each rate. */
function TaxTable({ order: { taxes, taxTotal } }: Pick<Props, 'order'>) {
  const t = useTexts()
  const formatMoney = useMoney()
  const { locale } = useFrame().store
  const format = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 3 })
  // Taxes of imported orders have no rate.
  if (taxTotal === 0 || taxes.some(({ rate, tax }) => rate === 0 && tax > 0)) return null
  return (
    <table className="order-table">
      <thead>
        <tr>
          <th scope="col">{t('taxes.rate')}</th>
          <th scope="col">{t('taxes.net')}</th>
          <th scope="col">{t('taxes.tax')}</th>
          <th scope="col">{t('total')}</th>
        </tr>
      </thead>
      <tbody>
        {taxes.map(({ rate, base, tax }) => (
          <tr key={rate}>
            <td>{format.format(rate / 100)}</td>
            <td>{formatMoney(base)}</td>
            <td>{formatMoney(tax)}</td>
            <td>{formatMoney(base + tax)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function OrderLines({ order: { lines } }: Pick<Props, 'order'>) {
  const t = useTexts()
  const formatMoney = useMoney()
  const language = useContentLanguage()
  return (
    <table className="order-table order-table-lines">
      <thead>
        <tr>
          <th scope="col">{t('orderSummaryPage.item')}</th>
          <th scope="col">{t('quantity')}</th>
          <th scope="col">{t('price')}</th>
          <th scope="col">{t('total')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ _id, title, variantTitle, quantity, unitPrice, amount }) => (
          <tr key={_id}>
            <td {...language}>
              <bdi>{title}</bdi>
              {variantTitle && <span className="checkout-choice-detail">{variantTitle}</span>}
              <span className="checkout-choice-detail order-table-detail">
                {quantity} × {formatMoney(unitPrice)}
              </span>
            </td>
            <td>{quantity}</td>
            <td>{formatMoney(unitPrice)}</td>
            <td>{formatMoney(amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
