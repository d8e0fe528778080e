import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { productApi } from '#contract/product/product.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { useHasPermission } from '../lib/session/session.ts'
import { useCurrentStore } from '../lib/session/use-current-store.ts'
import { StoreStatusButton } from '../store/store-status-button.tsx'
import { StorefrontButton } from '../store/storefront-link.tsx'
import emptyOrdersDrawing from '../ui/art/empty-orders.svg?raw'
import { EmptyState } from '../ui/message/empty-state.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'

/**
 * Replaces the sales of a store without orders, and offers the next step to the first order. With
 * `hasGuide`, the setup guide on the page offers the launch.
 */
export function NoSalesCard({ hasGuide = false }: { hasGuide?: boolean }) {
  const { t } = useTranslation()
  return (
    <SectionCard>
      <EmptyState
        title={t('dashboard.noSales.title')}
        text={t('dashboard.noSales.text')}
        drawing={emptyOrdersDrawing}
      >
        <NextStepButton hasGuide={hasGuide} />
      </EmptyState>
    </SectionCard>
  )
}

function NextStepButton({ hasGuide }: { hasGuide: boolean }) {
  const { t } = useTranslation()
  const hasPermission = useHasPermission()
  const store = useCurrentStore()
  const products = useQuery({
    ...queryOptionsFor(productApi.list, { query: { status: ['active'], perPage: 1 } }),
    enabled: hasPermission('product:read'),
  })
  if (store?.status === 'live') return <StorefrontButton label={t('store.view')} variant="filled" />
  if (products.data?.items.length === 0 && hasPermission('product:write'))
    return (
      <Button component={Link} to="/apps/product/create">
        {t('dashboard.noSales.addProduct')}
      </Button>
    )
  const canLaunch = hasPermission('business:write') && !hasGuide
  return canLaunch && <StoreStatusButton newStatus="live" variant="filled" />
}
