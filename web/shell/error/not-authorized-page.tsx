import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { useSession, useStoreId } from '../../lib/session/session.ts'
import { LazyDrawing } from '../../ui/art/lazy-drawing.tsx'
import { FullPageMessage } from '../../ui/message/full-page-message.tsx'
import { HomeButton } from './home-button.tsx'

const loadDrawing = () => import('../../ui/art/staff-only.svg?raw')

/**
 * The message on a page that the user has no permission for. `wasRevoked`: the permission was
 * removed while the page was open.
 */
export function NotAuthorizedPage({ wasRevoked = false }: { wasRevoked?: boolean }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const hasStore = useStoreId() !== undefined
  if (useSession() && !hasStore) return <NoStoreMessage />
  return (
    <>
      <title>{`${t('shell.notAuthorized.title')} · Storewright`}</title>
      <FullPageMessage
        title={t('shell.notAuthorized.title')}
        text={t(wasRevoked ? 'shell.notAuthorized.lostText' : 'ui.error.noAccess')}
        illustration={<LazyDrawing load={loadDrawing} width={480} />}
      >
        <HomeButton />
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={16} stroke={1.75} className="sw-flip" />}
          onClick={() => void navigate(-1)}
        >
          {t('ui.error.goBack')}
        </Button>
      </FullPageMessage>
    </>
  )
}

/** The message to a user without any store, for example after being removed from the only one. */
function NoStoreMessage() {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('shell.notAuthorized.noStore')} · Storewright`}</title>
      <FullPageMessage
        title={t('shell.notAuthorized.noStore')}
        text={t('shell.notAuthorized.noStoreText')}
        illustration={<LazyDrawing load={loadDrawing} width={480} />}
      >
        <Button component={Link} to="/apps/myStore/create">
          {t('shell.switcher.add')}
        </Button>
      </FullPageMessage>
    </>
  )
}
