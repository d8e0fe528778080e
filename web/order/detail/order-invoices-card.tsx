import { Anchor, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { invoiceApi } from '#contract/invoice/invoice.ts'
import type { Order } from '#contract/order/order.ts'
import { unbilledStatuses } from '#contract/order/order-state.ts'
import { queryOptionsFor, useRouteMutation } from '../../lib/call/api.ts'
import { getRecordPath } from '../../lib/navigation/record-paths.ts'
import { usePermission } from '../../lib/session/permission-gate.tsx'
import { KeyValues } from '../../ui/page/key-values.tsx'
import { SectionCard } from '../../ui/page/section-card.tsx'

/** The invoices of an order, and the button to create one. */
export function OrderInvoicesCard({ order: { _id: order, status, total } }: { order: Order }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const canRead = usePermission('invoice:read')
  const canWrite = usePermission('invoice:write')
  const create = useRouteMutation(invoiceApi.create)
  const invoices = useQuery({
    ...queryOptionsFor(invoiceApi.list, { query: { order } }),
    enabled: canRead,
  }).data?.items
  if (!invoices) return null
  const isBilled = invoices.some(
    ({ kind, ...row }) => kind === 'invoice' && row.status !== 'Corrected',
  )
  const canCreate = canWrite && !isBilled && total > 0 && !unbilledStatuses.includes(status)
  if (invoices.length === 0 && !canCreate) return null
  return (
    <SectionCard title={t('order.invoices.title')}>
      {invoices.length > 0 && (
        <KeyValues
          items={invoices.map(invoice => ({
            label: t(`order.invoices.${invoice.kind}`),
            value: (
              <Anchor component={Link} inherit to={getRecordPath('invoice', invoice._id)}>
                {invoice.number || t('order.invoices.draft')}
              </Anchor>
            ),
          }))}
        />
      )}
      {canCreate && (
        <Button
          variant="default"
          fullWidth
          loading={create.isPending}
          onClick={() =>
            create.mutate(
              { body: { order } },
              { onSuccess: invoice => navigate(getRecordPath('invoice', invoice._id)) },
            )
          }
        >
          {t('order.invoices.create')}
        </Button>
      )}
    </SectionCard>
  )
}
