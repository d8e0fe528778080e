import { useTranslation } from 'react-i18next'
import { MaintenanceMessage } from '../ui/page/maintenance-message.tsx'

/** The same as what covers the page while the server is away; there it comes and goes by itself. */
export function UnderMaintenancePage() {
  const { t } = useTranslation()
  return (
    <main id="content">
      <title>{`${t('ui.away.title')} · Storewright`}</title>
      <MaintenanceMessage />
    </main>
  )
}
