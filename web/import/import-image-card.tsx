import { Button, Progress } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Import, importApi } from '#contract/import/import.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import { PermissionGate } from '../lib/session/permission-gate.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './import.module.css'

/** The progress of copying images from their URLs in the file, and the retry of those that failed. */
export function ImportImageCard({ importJob: { _id: id, status, images } }: { importJob: Import }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const fetchAll = useRouteMutation(importApi.fetchImages)
  const stop = useRouteMutation(importApi.cancel, { isSilent: true })
  const { ready, waiting, failed, isFetching } = images
  const total = ready + waiting + failed
  if (isFetching) {
    return (
      <SectionCard title={t('import.image.title')}>
        <div className={css.progressLine} role="status">
          <span>{t('import.progress.fetching')}</span>
          <span className="sw-numbers">
            {t('import.image.progress', {
              done: format.number(ready + failed),
              total: format.number(total),
            })}
          </span>
        </div>
        <Progress
          value={Math.max(((ready + failed) / total) * 100, 2)}
          animated
          aria-label={t('import.progress.fetching')}
        />
        <PermissionGate permission="import:write">
          <Button
            variant="default"
            size="compact-sm"
            className={css.sample}
            loading={stop.isPending}
            onClick={() => stop.mutate({ params: { id } })}
          >
            {t('import.image.stop')}
          </Button>
        </PermissionGate>
      </SectionCard>
    )
  }
  return (
    <SectionCard title={t('import.image.title')}>
      <p className={css.emptyText}>
        {waiting > 0 && t('import.image.waiting', { count: waiting })}
        {waiting === 0 && ready > 0 && t('import.image.allReady', { count: ready })}
      </p>
      {failed > 0 && <p className={css.emptyText}>{t('import.image.failed', { count: failed })}</p>}
      {waiting + failed > 0 && status !== 'running' && (
        <PermissionGate permission="product:write">
          <Button
            variant={waiting > 0 ? 'filled' : 'default'}
            className={css.sample}
            loading={fetchAll.isPending}
            onClick={() => fetchAll.mutate({ params: { id } })}
          >
            {t(waiting > 0 ? 'import.image.copy' : 'import.image.retry')}
          </Button>
        </PermissionGate>
      )}
    </SectionCard>
  )
}
