import { Anchor, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ProductAlertKind, productAlertApi } from '#contract/product/product-alert.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import { recordListPaths } from '../lib/navigation/record-paths.ts'
import { PermissionGate } from '../lib/session/permission-gate.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'

/**
 * Shows how many shoppers wait for an email about a product, and how many have it on a wish list.
 * Renders nothing without any.
 */
export function ProductAlertsCard({ product }: { product: string }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const { data: counts } = useQuery(
    queryOptionsFor(productAlertApi.getCounts, { params: { id: product } }),
  )
  if (!counts) return null
  const hasAlerts = counts.stock + counts.price > 0
  if (!hasAlerts && counts.wishLists === 0) return null
  const rows = [...(hasAlerts ? ProductAlertKind.options : []), 'wishLists'] as const
  return (
    <SectionCard title={t('product.alerts.title')}>
      {rows.map(kind => (
        <Group key={kind} justify="space-between">
          <Text size="sm">{t(`product.alerts.${kind}`)}</Text>
          <Text size="sm" fw={600}>
            {format.number(counts[kind])}
          </Text>
        </Group>
      ))}
      {hasAlerts && (
        <PermissionGate permission="customer:read">
          <Anchor
            component={Link}
            to={`${recordListPaths.productAlert}?product=${product}&state=confirmed`}
            size="sm"
          >
            {t('product.alerts.view')}
          </Anchor>
        </PermissionGate>
      )}
    </SectionCard>
  )
}
