import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate, useRouteError, useSearchParams } from 'react-router'
import { onReturn } from '../lib/call/outage.ts'
import { ApiError } from '../lib/call/request.ts'
import { ArtError } from '../ui/art/art-error.tsx'
import { Scene } from '../ui/page/scene.tsx'
import { NotAuthorizedPage } from './not-authorized-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'

/** Stands where nothing could be drawn, not even the frame. */
export const ErrorPage = () => (
  <main id="content">
    <PageProblem />
  </main>
)

/** Stands inside the frame, where a page could not be drawn. */
export function PageProblem() {
  const { t } = useTranslation()
  const error = useRouteError()
  useFreshStart()
  if (error instanceof ApiError && error.status === 404) return <NotFoundPage />
  if (error instanceof ApiError && error.status === 403) return <NotAuthorizedPage />
  // What browsers say, each in its own words, when a chunk of an older build is gone.
  const isNewer =
    error instanceof Error && /dynamically imported|module script/i.test(error.message)
  if (error instanceof ApiError)
    return <Failed text={error.problem.message} requestId={error.problem.requestId} />
  return <Failed text={t(isNewer ? 'shell.failed.newer' : 'shell.failed.text')} />
}

/** `/error`, where somebody is sent with the number of the request that failed. */
export function FailedPage() {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  return (
    <Failed
      text={t('shell.failed.text')}
      requestId={/^[\w-]{8,64}$/.exec(params.get('request') ?? '')?.[0]}
    />
  )
}

function Failed({ text, requestId }: { text: string; requestId?: string | undefined }) {
  const { t } = useTranslation()
  const isLost = useLocation().pathname === '/error'
  return (
    <>
      <title>{`${t('shell.failed.title')} · Storewright`}</title>
      <Scene
        isAlert
        title={t('shell.failed.title')}
        text={
          <>
            {text} {t('shell.failed.safe')}
          </>
        }
        art={<ArtError />}
        small={
          requestId && (
            <>
              {t('shell.failed.tell')} {t('ui.error.requestId', { id: requestId })}
            </>
          )
        }
      >
        {!isLost && (
          <Button
            leftSection={<IconRefresh size={16} stroke={1.75} />}
            onClick={() => window.location.reload()}
          >
            {t('shell.failed.reload')}
          </Button>
        )}
        <Button
          component={Link}
          to="/dashboard"
          reloadDocument
          variant={isLost ? 'filled' : 'default'}
        >
          {t('shell.notFound.home')}
        </Button>
      </Scene>
    </>
  )
}

/** A page that failed because the server was away is drawn anew once it is back. */
function useFreshStart() {
  const navigate = useNavigate()
  const here = useLocation()
  useEffect(
    function drawAnewOnReturn() {
      return onReturn(() => void navigate(here, { replace: true }))
    },
    [navigate, here],
  )
}
