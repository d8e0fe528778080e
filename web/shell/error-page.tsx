import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router'
import { ApiError } from '../lib/request.ts'
import { ArtDisconnected } from '../ui/art/art-disconnected.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import css from './page-root.module.css'

/** Stands where a page could not be drawn. */
export function ErrorPage() {
  const { t } = useTranslation()
  const error = useRouteError()
  // What browsers say, each in its own words, when a chunk of an older build is gone.
  const isNewer = error instanceof Error && /dynamically imported|module script/i.test(error.message)
  const requestId = error instanceof ApiError ? error.problem.requestId : undefined
  return (
    <main id="content" className={css.message}>
      <title>{`${t('shell.failed.title')} · Storewright`}</title>
      <EmptyState title={t('shell.failed.title')} drawing={<ArtDisconnected />}
        text={<>{t(isNewer ? 'shell.failed.newer' : 'shell.failed.text')}{requestId && <><br /><small>{t('ui.error.requestId', { id: requestId })}</small></>}</>}>
        <Button onClick={() => window.location.reload()}>{t('shell.failed.reload')}</Button>
      </EmptyState>
    </main>
  )
}
