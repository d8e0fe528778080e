import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { errorMessage } from '../lib/page/toast.ts'
import css from './packing.module.css'

type Props = { error: unknown; onRetry: () => void }

/** An error with a retry button. The one of the back office needs its router. */
export function PackingError({ error, onRetry }: Props) {
  const { t } = useTranslation()
  return (
    <div className={css.error} role="alert">
      <p>{errorMessage(error, t('ui.error.title'))}</p>
      <Button variant="default" size="md" onClick={onRetry}>
        {t('ui.error.retry')}
      </Button>
    </div>
  )
}
