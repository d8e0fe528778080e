import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMay, useSession } from '../lib/session/session.ts'
import { ArtEmptyPlace } from '../ui/art/art-empty-place.tsx'
import { Scene } from '../ui/page/scene.tsx'
import { HomeButton } from './home-button.tsx'

const places = [
  { can: 'order:read', to: '/apps/order/list', label: 'orders' },
  { can: 'product:read', to: '/apps/product/list', label: 'products' },
  { can: 'customer:read', to: '/apps/customer/list', label: 'customers' },
] as const

/** Nothing is at this address. Whoever is signed in has the frame with its search around this. */
export function NotFoundPage() {
  const { t } = useTranslation()
  const may = useMay()
  const isIn = useSession() !== undefined
  const known = isIn ? places.filter(({ can }) => may(can)) : []
  return (
    <>
      <title>{`${t('shell.notFound.title')} · Storewright`}</title>
      <Scene
        title={t('shell.notFound.title')}
        text={t('shell.notFound.text')}
        art={<ArtEmptyPlace />}
        small={
          known.length > 0 &&
          known.map(({ to, label }, at) => (
            <span key={to}>
              {at > 0 && ' · '}
              <Anchor component={Link} to={to} inherit>
                {t(`shell.menu.${label}`)}
              </Anchor>
            </span>
          ))
        }
      >
        <HomeButton />
      </Scene>
    </>
  )
}
