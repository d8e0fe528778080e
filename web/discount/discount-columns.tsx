import { useTranslation } from 'react-i18next'
import type { Discount, DiscountStatus } from '#contract/product/discount.ts'
import { useFormatters } from '../lib/formatters.ts'
import type { ListColumn } from '../list/table/data-table.tsx'
import { StatusBadge, type StatusTone } from '../ui/message/status-badge.tsx'
import { EntityCell } from '../ui/page/entity-cell.tsx'
import { useDiscountValue } from './use-discount-labels.ts'

const statusTones: Record<DiscountStatus, StatusTone> = {
  active: 'good',
  scheduled: 'info',
  expired: 'neutral',
  used_up: 'neutral',
  inactive: 'neutral',
}

export function useDiscountColumns(): ListColumn<Discount>[] {
  const { t } = useTranslation()
  const format = useFormatters()
  const formatValue = useDiscountValue()
  return [
    {
      key: 'name',
      label: t('discount.name'),
      sort: 'name',
      render: row => <EntityCell title={row.name} details={formatValue(row)} />,
    },
    {
      key: 'code',
      label: t('discount.code'),
      width: 170,
      phonePosition: 'none',
      render: row => <DiscountCodeText discount={row} />,
    },
    {
      key: 'status',
      label: t('discount.status'),
      width: 130,
      phonePosition: 'side',
      render: row => (
        <StatusBadge tone={statusTones[row.status]} label={t(`discount.statuses.${row.status}`)} />
      ),
    },
    {
      key: 'usedCount',
      label: t('discount.uses'),
      sort: 'usedCount',
      isNumber: true,
      width: 120,
      minScreen: 'tablet',
      phonePosition: 'none',
      render: row => <UseCount discount={row} />,
    },
    {
      key: 'endsAt',
      label: t('discount.endsAt'),
      width: 140,
      minScreen: 'desktop',
      phonePosition: 'none',
      render: row => <span title={format.dateTime(row.endsAt)}>{format.date(row.endsAt)}</span>,
    },
    {
      key: 'createdAt',
      label: t('discount.createdAt'),
      sort: 'createdAt',
      isOptional: true,
      width: 140,
      minScreen: 'desktop',
      phonePosition: 'none',
      render: row => format.date(row.createdAt),
    },
  ]
}

function DiscountCodeText({ discount: { code, codeCount } }: { discount: Discount }) {
  const { t } = useTranslation()
  if (codeCount > 0) return t('discount.codes.title')
  return code ? <bdi>{code}</bdi> : <span className="sw-dimmed">{t('discount.automatic')}</span>
}

function UseCount({ discount: { usedCount, usageLimit } }: { discount: Discount }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const used = format.number(usedCount)
  return usageLimit === null
    ? used
    : t('discount.usesOf', { used, limit: format.number(usageLimit) })
}
