import { useTranslation } from 'react-i18next'
import type { ProductAlert, ProductAlertState } from '#contract/product/product-alert.ts'
import { consentColumn } from '../component/consent-column.tsx'
import { useFormatters } from '../lib/formatters.ts'
import { useCurrency } from '../lib/session/use-current-store.ts'
import { createdAtColumn } from '../list/table/created-at-column.tsx'
import type { ListColumn } from '../list/table/data-table.tsx'
import { StatusBadge, type StatusTone } from '../ui/message/status-badge.tsx'
import { EntityCell } from '../ui/page/entity-cell.tsx'

const tones: Record<ProductAlertState, StatusTone> = {
  pending: 'neutral',
  confirmed: 'info',
  sent: 'good',
  unsubscribed: 'warn',
}

export function useProductAlertColumns(): ListColumn<ProductAlert>[] {
  const { t } = useTranslation()
  const format = useFormatters()
  const currency = useCurrency()
  return [
    { ...consentColumn, label: t('productAlert.email') },
    {
      key: 'product',
      label: t('productAlert.product'),
      width: 220,
      render: ({ productTitle, variantTitle }) => (
        <EntityCell title={productTitle} details={variantTitle} />
      ),
    },
    {
      key: 'kind',
      label: t('productAlert.kind'),
      width: 150,
      minScreen: 'tablet',
      render: ({ kind }) => t(`productAlert.kinds.${kind}`),
    },
    {
      key: 'state',
      label: t('productAlert.state'),
      width: 150,
      phonePosition: 'side',
      render: ({ state }) => (
        <StatusBadge tone={tones[state]} label={t(`productAlert.states.${state}`)} />
      ),
    },
    {
      key: 'price',
      label: t('productAlert.price'),
      width: 150,
      minScreen: 'desktop',
      phonePosition: 'none',
      render: ({ price }) => format.money(price, currency),
    },
    { ...createdAtColumn, label: t('productAlert.createdAt') },
  ]
}
