import { Button, Loader } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { askNow, isReady } from '../../lib/call/outage.ts'
import { ArtMaintenance } from '../art/art-maintenance.tsx'
import { Scene } from './scene.tsx'

/** The server is away for a while. `isWaiting`: it stands over a page that goes on as soon as the server is back. */
export function MaintenanceNotice({ isWaiting = false }: { isWaiting?: boolean }) {
  const { t } = useTranslation()
  const isOffline = isWaiting && !navigator.onLine
  return (
    <Scene
      isWhole
      title={t(isOffline ? 'ui.away.offline' : 'ui.away.title')}
      text={
        isOffline ? (
          t('ui.away.offlineText')
        ) : (
          <>
            {t('ui.away.text')} {isWaiting && t('ui.away.kept')}
          </>
        )
      }
      art={<ArtMaintenance />}
      small={
        isWaiting && (
          <span role="status">
            <Loader size={12} me={8} />
            {t('ui.away.waiting')}
          </span>
        )
      }
    >
      {isWaiting ? (
        <Button variant="default" onClick={askNow}>
          {t('ui.away.ask')}
        </Button>
      ) : (
        <LookAgain />
      )}
    </Scene>
  )
}

function LookAgain() {
  const { t } = useTranslation()
  const [found, setFound] = useState<'asking' | 'away'>()
  const look = async () => {
    setFound('asking')
    if (await isReady()) location.assign('/')
    else setFound('away')
  }
  return (
    <>
      <Button loading={found === 'asking'} onClick={() => void look()}>
        {t('ui.away.ask')}
      </Button>
      <span role="status">{found === 'away' && t('ui.away.still')}</span>
    </>
  )
}
