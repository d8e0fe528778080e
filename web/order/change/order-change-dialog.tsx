import { Modal, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Address } from '#contract/lib/country/address.ts'
import { listAddressLines } from '#contract/lib/country/address-lines.ts'
import {
  type OrderChangeDetails,
  type OrderSnapshot,
  orderChangeApi,
} from '#contract/order/order-change.ts'
import type { OrderEvent } from '#contract/order/order-part.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import { useCountryName } from '../../lib/country-name.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { useOrderEventLabels } from '../../order-status/use-order-event-labels.ts'
import { useOpenDialog } from '../../ui/dialog/use-open-dialog.ts'
import css from './order-change.module.css'

type Difference = { label: string; before: string; after: string }

/** Shows the changes that an event of the timeline made. */
export function OrderChangeDialog({
  event,
  currency,
  onClose,
}: {
  event: OrderEvent
  currency: string
  onClose: () => void
}) {
  const { t } = useTranslation()
  const format = useFormatters()
  const { data } = useQuery(
    queryOptionsFor(orderChangeApi.getChange, { params: { id: event._id } }),
  )
  const listDetails = useDetailValues()
  const { details } = useOrderEventLabels()(event, currency)
  const differences =
    data &&
    listDifferences(data, { t, listDetails, formatMoney: amount => format.money(amount, currency) })
  return (
    <Modal {...useOpenDialog(onClose)} title={t('order.change.title')} size="lg">
      {details && (
        <Text size="sm" c="dimmed" mb="xs">
          {details}
        </Text>
      )}
      <table className={css.differences} aria-busy={!differences}>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('order.change.before')}</th>
            <th scope="col">{t('order.change.after')}</th>
          </tr>
        </thead>
        <tbody>
          {differences?.map(({ label, before, after }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{before}</td>
              <td>{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Modal>
  )
}

/** A line that was removed with the items of the order. */
const noLine = { title: '', variantTitle: '' }
const amounts = ['taxTotal', 'total', 'paidTotal', 'refundedTotal'] as const
const quantities = ['quantity', 'fulfilledQuantity', 'returnedQuantity', 'removedQuantity'] as const

/** Returns a function that returns the texts of the customer and the addresses of an order. */
function useDetailValues() {
  const { t } = useTranslation()
  const getCountryName = useCountryName()
  const formatAddress = (address: Address) =>
    [...listAddressLines(address, getCountryName(address.country)), address.phone]
      .filter(Boolean)
      .join('\n')
  return (details: OrderSnapshot['details']): Record<string, string> => {
    if (!details) return {}
    const { name, company, email, phone, vatId } = details.customer
    return {
      [t('order.side.customer')]: [name, company, email, phone, vatId].filter(Boolean).join('\n'),
      [t('order.side.shippingAddress')]: formatAddress(details.shippingAddress),
      [t('order.side.billingAddress')]: formatAddress(details.billingAddress),
    }
  }
}

/** Returns the changed values, those of the order first. */
function listDifferences(
  { before, after }: OrderChangeDetails,
  {
    t,
    listDetails,
    formatMoney,
  }: {
    t: TFunction
    listDetails: (details: OrderSnapshot['details']) => Record<string, string>
    formatMoney: (minorUnits: number) => string
  },
): Difference[] {
  const formatTitle = (line: Pick<OrderSnapshot['lines'][number], 'title' | 'variantTitle'>) =>
    [line.title, line.variantTitle].filter(Boolean).join(' – ')
  const formatUnits = ({ lines }: OrderSnapshot, line: string, quantity: number) =>
    `${quantity} × ${formatTitle(lines.find(({ _id }) => _id === line) ?? noLine)}`
  const listValues = (order: OrderSnapshot): Record<string, string> => ({
    ...listDetails(order.details),
    [t('order.change.status')]: t(`ui.orderStatus.${order.status}`),
    [t('order.change.paymentStatus')]: t(`ui.paymentStatus.${order.paymentStatus}`),
    [t('order.change.fulfillmentStatus')]: t(`ui.fulfillmentStatus.${order.fulfillmentStatus}`),
    ...Object.fromEntries(
      amounts.map(field => [t(`order.change.amounts.${field}`), formatMoney(order[field])]),
    ),
    ...Object.fromEntries(
      order.lines.flatMap(line =>
        quantities.map(field => [
          `${formatTitle(line)}: ${t(`order.change.quantities.${field}`)}`,
          `${line[field]}`,
        ]),
      ),
    ),
    ...Object.fromEntries(
      order.fulfillments.map(({ number, status, lines }) => [
        number,
        [
          t(`order.shipment.${status}`),
          ...lines.map(({ line, quantity }) => formatUnits(order, line, quantity)),
        ].join('\n'),
      ]),
    ),
  })
  const [valuesBefore, valuesAfter] = [listValues(before), listValues(after)]
  return Object.keys({ ...valuesBefore, ...valuesAfter })
    .map(label => ({
      label,
      before: valuesBefore[label] || '–',
      after: valuesAfter[label] || '–',
    }))
    .filter(difference => difference.before !== difference.after)
}
