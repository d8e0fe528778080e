import { Avatar, Menu, UnstyledButton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../lib/session/session.ts'
import css from './navbar.module.css'

const loadAccountMenu = () => import('./account-menu.tsx')
const AccountMenu = lazy(() => loadAccountMenu().then(m => ({ default: m.AccountMenu })))

/** The avatar of the user, which opens the account menu. */
export function AvatarMenu() {
  const { t } = useTranslation()
  const user = useSession()
  const preload = () => void loadAccountMenu().catch(() => undefined)
  return (
    <Menu position="bottom-end" width={264}>
      <Menu.Target>
        <UnstyledButton className={css.avatar} onPointerEnter={preload} onFocus={preload}>
          <span className="sw-hidden">{t('shell.navbar.account')}</span>
          <Avatar
            src={user?.avatar ?? null}
            name={user?.fullName}
            alt=""
            color="accent"
            size={34}
            radius={17}
            aria-hidden
          />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Suspense fallback={<div style={{ height: 296 }} />}>
          <AccountMenu />
        </Suspense>
      </Menu.Dropdown>
    </Menu>
  )
}
