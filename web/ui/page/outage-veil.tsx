import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useAway } from '../../lib/call/outage.ts'
import { Veil } from './veil.tsx'

const loadNotice = () =>
  import('./maintenance-notice.tsx').then(({ MaintenanceNotice }) => ({
    default: MaintenanceNotice,
  }))
const Notice = lazy(loadNotice)
// While the server is away nothing can be loaded from it, so this is fetched as soon as the page has nothing better to do.
if (typeof requestIdleCallback === 'function')
  requestIdleCallback(() => void loadNotice().catch(() => undefined), { timeout: 10_000 })

/** Over everything while the server is away, and gone by itself once it is back. */
export function OutageVeil() {
  const { t } = useTranslation()
  if (!useAway()) return null
  return (
    <Veil title={`${t('ui.away.title')} · Storewright`}>
      <main>
        <Suspense>
          <Notice isWaiting />
        </Suspense>
      </main>
    </Veil>
  )
}
