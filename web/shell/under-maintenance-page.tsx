import { useTranslation } from 'react-i18next'
import { MaintenanceNotice } from '../ui/page/maintenance-notice.tsx'

/** The same as what covers the page while the server is away; there it comes and goes by itself. */
export function UnderMaintenancePage() {
  const { t } = useTranslation()
  return (
    <main id="content">
      <title>{`${t('ui.away.title')} · Storewright`}</title>
      <MaintenanceNotice />
    </main>
  )
}
