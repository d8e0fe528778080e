import { useTranslation } from 'react-i18next'
import { formatEmail } from '#contract/lib/text/readable-domain.ts'
import type { ProductAlert, ProductAlertState } from '#contract/product/product-alert.ts'
import { useFormatters } from '../lib/formatters.ts'
import { useCurrency } from '../lib/session/use-current-store.ts'
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
    {
      key: 'email',
      label: t('productAlert.email'),
      sort: 'email',
      render: ({ email, consentText: text }) => (
        <EntityCell title={formatEmail(email)} details={<span title={text}>{text}</span>} />
      ),
    },
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
    {
      key: 'createdAt',
      label: t('productAlert.createdAt'),
      sort: 'createdAt',
      width: 140,
      minScreen: 'tablet',
      phonePosition: 'none',
      render: ({ createdAt }) => (
        <span title={format.dateTime(createdAt)}>{format.relativeTime(createdAt)}</span>
      ),
    },
  ]
}
