import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ArtNotFound } from '../ui/art/art-not-found.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import css from './page-root.module.css'

export function NotFoundPage() {
  const { t } = useTranslation()
  return (
    <main id="content" className={css.message}>
      <title>{`${t('shell.notFound.title')} · Storewright`}</title>
      <EmptyState title={t('shell.notFound.title')} text={t('shell.notFound.text')} drawing={<ArtNotFound />}>
        <Button component={Link} to="/dashboard">{t('shell.notFound.home')}</Button>
      </EmptyState>
    </main>
  )
}
