import { Button, Loader } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { checkServerNow, isServerReady } from '../../lib/call/server-outage.ts'
import { ArtMaintenance } from '../art/art-maintenance.tsx'
import { FullPageMessage } from './full-page-message.tsx'

/** The server is away for a while. `isAutoRetrying`: it stands over a page that goes on as soon as the server is back. */
export function MaintenanceMessage({ isAutoRetrying = false }: { isAutoRetrying?: boolean }) {
  const { t } = useTranslation()
  const isOffline = isAutoRetrying && !navigator.onLine
  return (
    <FullPageMessage
      isFullScreen
      title={t(isOffline ? 'ui.away.offline' : 'ui.away.title')}
      text={
        isOffline ? (
          t('ui.away.offlineText')
        ) : (
          <>
            {t('ui.away.text')} {isAutoRetrying && t('ui.away.kept')}
          </>
        )
      }
      illustration={<ArtMaintenance />}
      smallPrint={
        isAutoRetrying && (
          <span role="status">
            <Loader size={12} me={8} />
            {t('ui.away.waiting')}
          </span>
        )
      }
    >
      {isAutoRetrying ? (
        <Button variant="default" onClick={checkServerNow}>
          {t('ui.away.ask')}
        </Button>
      ) : (
        <RetryButton />
      )}
    </FullPageMessage>
  )
}

function RetryButton() {
  const { t } = useTranslation()
  const [checkState, setCheckState] = useState<'asking' | 'away'>()
  const checkServer = async () => {
    setCheckState('asking')
    if (await isServerReady()) location.assign('/')
    else setCheckState('away')
  }
  return (
    <>
      <Button loading={checkState === 'asking'} onClick={() => void checkServer()}>
        {t('ui.away.ask')}
      </Button>
      <span role="status">{checkState === 'away' && t('ui.away.still')}</span>
    </>
  )
}
