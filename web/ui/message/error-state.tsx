import { Button } from '@mantine/core'
import { IconArrowLeft, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ApiError } from '../../lib/call/request.ts'
import disconnectedDrawing from '../art/disconnected.svg?raw'
import { Drawing } from '../art/drawing.tsx'
import { LazyDrawing } from '../art/lazy-drawing.tsx'
import css from './empty-state.module.css'

const illustrations = {
  deleted: <LazyDrawing load={() => import('../art/not-found.svg?raw')} width={200} />,
  noAccess: <LazyDrawing load={() => import('../art/not-authorized.svg?raw')} width={200} />,
  serverError: <Drawing svg={disconnectedDrawing} />,
}

function getErrorKind(status: number | undefined) {
  if (status === 404) return 'deleted'
  return status === 403 ? 'noAccess' : 'serverError'
}

/**
 * Displays an error with its message, what to do next and the request id. Only the kind `serverError`
 * offers a retry, because a retry cannot fix a missing record or permission.
 */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { problem, status } = error instanceof ApiError ? error : {}
  const kind = getErrorKind(status)
  return (
    <div className={css.empty} role="alert">
      <div className={css.illustration} aria-hidden>
        {illustrations[kind]}
      </div>
      <h2 className={css.title}>{problem?.message || t('ui.error.title')}</h2>
      <p className={css.text}>{t(`ui.error.${kind}`)}</p>
      <div className={css.actions}>
        {kind === 'serverError' ? (
          onRetry && (
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} stroke={1.75} />}
              onClick={onRetry}
            >
              {t('ui.error.retry')}
            </Button>
          )
        ) : (
          <Button
            variant="default"
            leftSection={<IconArrowLeft size={16} stroke={1.75} className="sw-flip" />}
            onClick={() => void navigate(-1)}
          >
            {t('ui.error.goBack')}
          </Button>
        )}
      </div>
      {problem?.requestId && (
        <p className={css.smallPrint}>{t('ui.error.requestId', { id: problem.requestId })}</p>
      )}
    </div>
  )
}
