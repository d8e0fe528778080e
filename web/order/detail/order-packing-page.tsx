import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { type Order, orderApi } from '#contract/order/order.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { getRecordPath } from '../../lib/navigation/record-paths.ts'
import { useCurrentStore } from '../../lib/session/use-current-store.ts'
import { AddressLines } from '../../ui/field/address-fields.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { SectionCard } from '../../ui/page/section-card.tsx'
import css from './order-packing.module.css'

/** The packing slip of an order, which is printed without the shell. */
export function OrderPackingPage() {
  const { id = '' } = useParams()
  const { t } = useTranslation()
  const order = useSuspenseQuery(queryOptionsFor(orderApi.get, { params: { id } })).data
  return (
    <>
      <PageHeader
        title={t('order.packing.title')}
        subtitle={order.number}
        back={{ to: getRecordPath('order', id), label: order.number }}
      >
        <Button leftSection={<IconPrinter size={16} stroke={1.75} />} onClick={() => print()}>
          {t('order.packing.print')}
        </Button>
      </PageHeader>
      <div className={css.slip}>
        <SectionCard title={useCurrentStore()?.name ?? ''}>
          <PackingSlip order={order} />
        </SectionCard>
      </div>
    </>
  )
}

function PackingSlip({ order }: { order: Order }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const { number, createdAt, shippingAddress, shippingMethod, customerNote } = order
  return (
    <>
      <p>
        {t('order.packing.title')} · {number} · {format.date(createdAt)}
      </p>
      <AddressLines address={{ ...shippingAddress, phone: '' }} />
      {shippingMethod && <p>{shippingMethod}</p>}
      <PackedLines order={order} />
      {customerNote && (
        <p className={css.note}>
          {t('order.side.customerNote')}: {customerNote}
        </p>
      )}
    </>
  )
}

/** The units that are still to be packed, or all lines if there are none. */
function PackedLines({ order: { lines } }: { order: Order }) {
  const { t } = useTranslation()
  const openLines = lines
    .map(line => ({ ...line, quantity: line.quantity - line.fulfilledQuantity }))
    .filter(({ quantity, requiresShipping }) => quantity > 0 && requiresShipping)
  return (
    <table className={css.lines}>
      <thead>
        <tr>
          <th scope="col">{t('order.new.quantity')}</th>
          <th scope="col">{t('order.packing.item')}</th>
          <th scope="col">{t('productField.sku')}</th>
        </tr>
      </thead>
      <tbody>
        {(openLines.length > 0 ? openLines : lines).map(line => (
          <tr key={line._id}>
            <td>{line.quantity}</td>
            <td>{[line.title, line.variantTitle].filter(Boolean).join(' · ')}</td>
            <td>{line.sku || '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
