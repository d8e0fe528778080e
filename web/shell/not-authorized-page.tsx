import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { ArtStaffOnly } from '../ui/art/art-staff-only.tsx'
import { Scene } from '../ui/scene.tsx'

export function NotAuthorizedPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <>
      <title>{`${t('shell.notAuthorized.title')} · Storewright`}</title>
      <Scene title={t('shell.notAuthorized.title')} text={t('ui.error.closed')} art={<ArtStaffOnly />}>
        <Button component={Link} to="/dashboard">{t('shell.notFound.home')}</Button>
        <Button variant="default" leftSection={<IconArrowLeft size={16} stroke={1.75} className="sw-flip" />} onClick={() => void navigate(-1)}>{t('ui.error.back')}</Button>
      </Scene>
    </>
  )
}
