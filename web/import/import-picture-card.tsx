import { Button, Progress } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Import, importApi } from '#contract/import.ts'
import { useSend } from '../lib/call/api.ts'
import { useFormat } from '../lib/format.ts'
import { Can } from '../lib/session/can.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './import.module.css'

/** Pictures come last and only when asked: they are fetched from wherever the file says. */
export function ImportPictureCard({ one: { _id: id, status, pictures } }: { one: Import }) {
  const { t } = useTranslation()
  const format = useFormat()
  const fetchAll = useSend(importApi.fetchImages)
  const stop = useSend(importApi.cancel, { quiet: true })
  const { ready, waiting, failed, isFetching } = pictures
  const all = ready + waiting + failed
  if (isFetching) {
    return (
      <SectionCard title={t('import.picture.title')}>
        <div className={css.busyLine} role="status">
          <span>{t('import.busy.fetching')}</span>
          <span className="sw-numbers">
            {t('import.picture.done', {
              done: format.number(ready + failed),
              all: format.number(all),
            })}
          </span>
        </div>
        <Progress
          value={Math.max(((ready + failed) / all) * 100, 2)}
          animated
          aria-label={t('import.busy.fetching')}
        />
        <Can do="import:write">
          <Button
            variant="default"
            size="compact-sm"
            className={css.sample}
            loading={stop.isPending}
            onClick={() => stop.mutate({ params: { id } })}
          >
            {t('import.picture.stop')}
          </Button>
        </Can>
      </SectionCard>
    )
  }
  return (
    <SectionCard title={t('import.picture.title')}>
      <p className={css.none}>
        {waiting > 0
          ? t('import.picture.waiting', { count: waiting })
          : ready > 0
            ? t('import.picture.allReady', { count: ready })
            : ''}
      </p>
      {failed > 0 && <p className={css.none}>{t('import.picture.failed', { count: failed })}</p>}
      {waiting + failed > 0 && status !== 'running' && (
        <Can do="product:write">
          <Button
            variant={waiting > 0 ? 'filled' : 'default'}
            className={css.sample}
            loading={fetchAll.isPending}
            onClick={() => fetchAll.mutate({ params: { id } })}
          >
            {t(waiting > 0 ? 'import.picture.fetch' : 'import.picture.again')}
          </Button>
        </Can>
      )}
    </SectionCard>
  )
}
