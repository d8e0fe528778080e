import { useTranslation } from 'react-i18next'
import { useServerDown } from '../../lib/call/server-outage.ts'
import { MaintenanceMessage } from './maintenance-message.tsx'
import { PageOverlay } from './page-overlay.tsx'

/** Covers the page during a server outage. Its code is loaded with the page. */
export function OutageOverlay() {
  const { t } = useTranslation()
  if (!useServerDown()) return null
  return (
    <PageOverlay title={`${t('ui.outage.title')} · Storewright`}>
      <main>
        <MaintenanceMessage isAutoRetrying />
      </main>
    </PageOverlay>
  )
}
