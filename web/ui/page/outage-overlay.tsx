import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useServerDown } from '../../lib/call/server-outage.ts'
import { PageOverlay } from './page-overlay.tsx'

const loadMessage = () =>
  import('./maintenance-message.tsx').then(({ MaintenanceMessage }) => ({
    default: MaintenanceMessage,
  }))
const LazyMaintenanceMessage = lazy(loadMessage)
// The code cannot load during an outage, so it loads in advance when the browser is idle.
if (typeof requestIdleCallback === 'function')
  requestIdleCallback(() => void loadMessage().catch(() => undefined), { timeout: 10_000 })

/** Covers the page during a server outage. */
export function OutageOverlay() {
  const { t } = useTranslation()
  if (!useServerDown()) return null
  return (
    <PageOverlay title={`${t('ui.outage.title')} · Storewright`}>
      <main>
        <Suspense>
          <LazyMaintenanceMessage isAutoRetrying />
        </Suspense>
      </main>
    </PageOverlay>
  )
}
