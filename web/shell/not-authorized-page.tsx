import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import type { Permission } from '#contract/lib/permission.ts'
import { useBusinessId, useSession } from '../lib/session.ts'
import { ArtStaffOnly } from '../ui/art/art-staff-only.tsx'
import { Scene } from '../ui/scene.tsx'

/** `lost`: the right that the page needs, where it was taken away while the page was open. */
export function NotAuthorizedPage({ lost }: { lost?: Permission }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const hasStore = useBusinessId() !== undefined
  if (useSession() && !hasStore) return <NoStore />
  return (
    <>
      <title>{`${t('shell.notAuthorized.title')} · Storewright`}</title>
      <Scene title={t('shell.notAuthorized.title')} text={lost ? t(lost.endsWith(':write') ? 'shell.notAuthorized.keptText' : 'shell.notAuthorized.lostText') : t('ui.error.closed')} art={<ArtStaffOnly />}>
        <Button component={Link} to="/dashboard">{t('shell.notFound.home')}</Button>
        <Button variant="default" leftSection={<IconArrowLeft size={16} stroke={1.75} className="sw-flip" />} onClick={() => void navigate(-1)}>{t('ui.error.back')}</Button>
      </Scene>
    </>
  )
}

/** Somebody who was taken out of the only store they worked in. */
function NoStore() {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('shell.notAuthorized.noStore')} · Storewright`}</title>
      <Scene title={t('shell.notAuthorized.noStore')} text={t('shell.notAuthorized.noStoreText')} art={<ArtStaffOnly />}>
        <Button component={Link} to="/apps/myStore/create">{t('shell.switcher.add')}</Button>
      </Scene>
    </>
  )
}
