import { useTranslation } from 'react-i18next'
import { MaintenanceMessage } from '../../ui/message/maintenance-message.tsx'

/** The maintenance message as a page of its own. `OutageOverlay` displays it during an outage. */
export function UnderMaintenancePage() {
  const { t } = useTranslation()
  return (
    <main id="content">
      <title>{`${t('ui.outage.title')} · Storewright`}</title>
      <MaintenanceMessage />
    </main>
  )
}
