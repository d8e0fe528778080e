import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate, useRouteError, useSearchParams } from 'react-router'
import { ApiError } from '../../lib/call/request.ts'
import { onServerRecovery } from '../../lib/call/server-outage.ts'
import { LazyDrawing } from '../../ui/art/lazy-drawing.tsx'
import { FullPageMessage } from '../../ui/message/full-page-message.tsx'
import { NotAuthorizedPage } from './not-authorized-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'

const loadDrawing = () => import('../../ui/art/error.svg?raw')

/** The error page when not even the shell could render. */
export const ErrorPage = () => (
  <main id="content">
    <RouteError />
  </main>
)

/** The error page inside the shell when a page could not render. */
export function RouteError() {
  const { t } = useTranslation()
  const error = useRouteError()
  useReloadOnRecovery()
  if (error instanceof ApiError && error.status === 404) return <NotFoundPage />
  if (error instanceof ApiError && error.status === 403) return <NotAuthorizedPage />
  // The messages of the browsers when a chunk of an older build no longer exists.
  const isOutdatedBuild =
    error instanceof Error && /dynamically imported|module script/i.test(error.message)
  if (error instanceof ApiError)
    return <ErrorContent text={error.problem.message} requestId={error.problem.requestId} />
  return (
    <ErrorContent text={t(isOutdatedBuild ? 'shell.error.updateAvailable' : 'shell.error.text')} />
  )
}

/** The page `/error?request=<id>` for the id of a failed request. */
export function RequestErrorPage() {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  return (
    <ErrorContent
      text={t('shell.error.text')}
      requestId={/^[\w-]{8,64}$/.exec(params.get('request') ?? '')?.[0]}
    />
  )
}

function ErrorContent({ text, requestId }: { text: string; requestId?: string | undefined }) {
  const { t } = useTranslation()
  const isErrorRoute = useLocation().pathname === '/error'
  return (
    <>
      <title>{`${t('shell.error.title')} · Storewright`}</title>
      <FullPageMessage
        isAlert
        title={t('shell.error.title')}
        text={
          <>
            {text} {t('shell.error.help')}
          </>
        }
        illustration={<LazyDrawing load={loadDrawing} width={480} />}
        smallPrint={
          requestId && (
            <>
              {t('shell.error.requestIdHint')} {t('ui.error.requestId', { id: requestId })}
            </>
          )
        }
      >
        {!isErrorRoute && (
          <Button
            leftSection={<IconRefresh size={16} stroke={1.75} />}
            onClick={() => window.location.reload()}
          >
            {t('shell.error.reload')}
          </Button>
        )}
        <Button
          component={Link}
          to="/dashboard"
          reloadDocument
          variant={isErrorRoute ? 'filled' : 'default'}
        >
          {t('shell.notFound.home')}
        </Button>
      </FullPageMessage>
    </>
  )
}

/** Reloads a page that failed during a server outage when the server is available again. */
function useReloadOnRecovery() {
  const navigate = useNavigate()
  const currentLocation = useLocation()
  useEffect(
    function reloadOnRecovery() {
      return onServerRecovery(() => void navigate(currentLocation, { replace: true }))
    },
    [navigate, currentLocation],
  )
}
