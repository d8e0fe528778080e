import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ArtNotAuthorized } from '../ui/art/art-not-authorized.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import css from './page-root.module.css'

export function NotAuthorizedPage() {
  const { t } = useTranslation()
  return (
    <div className={css.message}>
      <title>{`${t('shell.notAuthorized.title')} · Storewright`}</title>
      <EmptyState title={t('shell.notAuthorized.title')} text={t('ui.error.closed')} drawing={<ArtNotAuthorized />}>
        <Button component={Link} to="/dashboard">{t('shell.notFound.home')}</Button>
      </EmptyState>
    </div>
  )
}
