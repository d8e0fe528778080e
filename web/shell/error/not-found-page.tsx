import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useHasPermission, useSession } from '../../lib/session/session.ts'
import { ArtEmptyShelf } from '../../ui/art/art-empty-shelf.tsx'
import { FullPageMessage } from '../../ui/page/full-page-message.tsx'
import { HomeButton } from './home-button.tsx'

const suggestedPages = [
  { can: 'order:read', to: '/apps/order/list', label: 'orders' },
  { can: 'product:read', to: '/apps/product/list', label: 'products' },
  { can: 'customer:read', to: '/apps/customer/list', label: 'customers' },
] as const

/** The page of unknown URLs. Signed-in users see it inside the frame, with the search. */
export function NotFoundPage() {
  const { t } = useTranslation()
  const hasPermission = useHasPermission()
  const isLoggedIn = useSession() !== undefined
  const suggestions = isLoggedIn ? suggestedPages.filter(({ can }) => hasPermission(can)) : []
  return (
    <>
      <title>{`${t('shell.notFound.title')} · Storewright`}</title>
      <FullPageMessage
        title={t('shell.notFound.title')}
        text={t('shell.notFound.text')}
        illustration={<ArtEmptyShelf />}
        smallPrint={
          suggestions.length > 0 &&
          suggestions.map(({ to, label }, index) => (
            <span key={to}>
              {index > 0 && ' · '}
              <Anchor component={Link} to={to} inherit>
                {t(`shell.menu.${label}`)}
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
