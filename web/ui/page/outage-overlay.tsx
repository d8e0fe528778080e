import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useServerDown } from '../../lib/call/server-outage.ts'
import { PageOverlay } from './page-overlay.tsx'

const loadMessage = () =>
  import('./maintenance-message.tsx').then(({ MaintenanceMessage }) => ({
    default: MaintenanceMessage,
  }))
const LazyMaintenanceMessage = lazy(loadMessage)
// While the server is away nothing can be loaded from it, so this is fetched as soon as the page has nothing better to do.
if (typeof requestIdleCallback === 'function')
  requestIdleCallback(() => void loadMessage().catch(() => undefined), { timeout: 10_000 })

/** Over everything while the server is away, and gone by itself once it is back. */
export function OutageOverlay() {
  const { t } = useTranslation()
  if (!useServerDown()) return null
  return (
    <PageOverlay title={`${t('ui.away.title')} · Storewright`}>
      <main>
        <Suspense>
          <LazyMaintenanceMessage isAutoRetrying />
        </Suspense>
      </main>
    </PageOverlay>
  )
}
