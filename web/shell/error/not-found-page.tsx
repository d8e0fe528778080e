import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { findNavigationTarget } from '../../lib/navigation/navigation-target.ts'
import { recordListPaths } from '../../lib/navigation/record-paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { LazyDrawing } from '../../ui/art/lazy-drawing.tsx'
import { FullPageMessage } from '../../ui/message/full-page-message.tsx'
import { useAllowedEntries } from '../menu/use-allowed-entries.ts'
import { HomeButton } from './home-button.tsx'

const loadDrawing = () => import('../../ui/art/empty-shelf.svg?raw')
const suggestedPaths = [recordListPaths.order, recordListPaths.product, recordListPaths.customer]

/** The page of unknown URLs. Signed-in users see it inside the shell, with the search. */
export function NotFoundPage() {
  const { t } = useTranslation()
  const isLoggedIn = useSession() !== undefined
  const suggestions = useAllowedEntries(
    isLoggedIn ? suggestedPaths.flatMap(path => findNavigationTarget(path) ?? []) : [],
  )
  return (
    <>
      <title>{`${t('shell.notFound.title')} · Storewright`}</title>
      <FullPageMessage
        title={t('shell.notFound.title')}
        text={t('shell.notFound.text')}
        illustration={<LazyDrawing load={loadDrawing} width={480} />}
        smallPrint={
          suggestions.length > 0 &&
          suggestions.map(({ to, label }, index) => (
            <span key={to}>
              {index > 0 && ' · '}
              <Anchor component={Link} to={to} inherit>
                {t(label)}
              </Anchor>
            </span>
          ))
        }
      >
        <HomeButton />
      </FullPageMessage>
    </>
  )
}
