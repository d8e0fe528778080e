import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router'
import { ApiError } from '../lib/request.ts'
import { ArtDisconnected } from '../ui/art/art-disconnected.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import css from './page-root.module.css'

/** Stands where nothing could be drawn, not even the frame. */
export const ErrorPage = () => <main id="content"><PageProblem /></main>

/** Stands inside the frame, where a page could not be drawn. */
export function PageProblem() {
  const { t } = useTranslation()
  const error = useRouteError()
  const reload = () => window.location.reload()
  // What browsers say, each in its own words, when a chunk of an older build is gone.
  const isNewer = error instanceof Error && /dynamically imported|module script/i.test(error.message)
  return (
    <div className={css.message}>
      <title>{`${t('shell.failed.title')} · Storewright`}</title>
      {error instanceof ApiError ? <ErrorState error={error} retry={reload} /> : (
        <EmptyState title={t('shell.failed.title')} text={t(isNewer ? 'shell.failed.newer' : 'shell.failed.text')} drawing={<ArtDisconnected />}>
          <Button onClick={reload}>{t('shell.failed.reload')}</Button>
        </EmptyState>
      )}
    </div>
  )
}
