import { Button } from '@mantine/core'
import { IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../lib/request.ts'
import css from './empty-state.module.css'

/** What happened, what is safe, what to do; the request's id in small print. */
export function ErrorState({ error, retry }: { error: unknown; retry?: () => void }) {
  const { t } = useTranslation()
  const problem = error instanceof ApiError ? error.problem : undefined
  return (
    <div className={css.empty} role="alert">
      <div className={css.drawing} aria-hidden><IconCloudOff size={48} stroke={1.25} /></div>
      <h2 className={css.title}>{problem?.message || t('ui.error.title')}</h2>
      <p className={css.text}>{t('ui.error.safe')}</p>
      {retry && (
        <div className={css.actions}>
          <Button variant="default" leftSection={<IconRefresh size={16} stroke={1.75} />} onClick={retry}>{t('ui.error.retry')}</Button>
        </div>
      )}
      {problem?.requestId && <p className={css.small}>{t('ui.error.requestId', { id: problem.requestId })}</p>}
    </div>
  )
}
