import { Button, Loader } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { checkServerNow, isServerReady } from '../../lib/call/server-outage.ts'
import { Drawing } from '../art/drawing.tsx'
import maintenanceDrawing from '../art/maintenance.svg?raw'
import { FullPageMessage } from './full-page-message.tsx'

/**
 * The message during a server outage. `isAutoRetrying`: the message covers a page and disappears as
 * soon as the server is available again.
 */
export function MaintenanceMessage({ isAutoRetrying = false }: { isAutoRetrying?: boolean }) {
  const { t } = useTranslation()
  const isOffline = isAutoRetrying && !navigator.onLine
  return (
    <FullPageMessage
      isFullScreen
      title={t(isOffline ? 'ui.outage.offline' : 'ui.outage.title')}
      text={
        isOffline ? (
          t('ui.outage.offlineText')
        ) : (
          <>
            {t('ui.outage.text')} {isAutoRetrying && t('ui.outage.unsaved')}
          </>
        )
      }
      illustration={<Drawing svg={maintenanceDrawing} />}
      smallPrint={
        isAutoRetrying && (
          <span role="status">
            <Loader size={12} me={8} />
            {t('ui.outage.checking')}
          </span>
        )
      }
    >
      {isAutoRetrying ? (
        <Button variant="default" onClick={checkServerNow}>
          {t('ui.outage.checkAgain')}
        </Button>
      ) : (
        <RetryButton />
      )}
    </FullPageMessage>
  )
}

function RetryButton() {
  const { t } = useTranslation()
  const [checkState, setCheckState] = useState<'checking' | 'unavailable'>()
  const checkServer = async () => {
    setCheckState('checking')
    if (await isServerReady()) location.assign('/')
    else setCheckState('unavailable')
  }
  return (
    <>
      <Button loading={checkState === 'checking'} onClick={() => void checkServer()}>
        {t('ui.outage.checkAgain')}
      </Button>
      <span role="status">{checkState === 'unavailable' && t('ui.outage.stillDown')}</span>
    </>
  )
}
