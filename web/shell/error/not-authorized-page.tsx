import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { useSession, useStoreId } from '../../lib/session/session.ts'
import { Drawing } from '../../ui/art/drawing.tsx'
import staffOnlyDrawing from '../../ui/art/staff-only.svg?raw'
import { FullPageMessage } from '../../ui/message/full-page-message.tsx'
import { HomeButton } from './home-button.tsx'

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
        illustration={<Drawing svg={staffOnlyDrawing} />}
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
        illustration={<Drawing svg={staffOnlyDrawing} />}
      >
        <Button component={Link} to="/apps/myStore/create">
          {t('shell.switcher.add')}
        </Button>
      </FullPageMessage>
    </>
  )
}
