import { Avatar, Menu, UnstyledButton } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../lib/session/session.ts'
import css from './navbar.module.css'

const loadAccountMenu = () => import('./account-menu.tsx')
const AccountMenu = lazy(() => loadAccountMenu().then(m => ({ default: m.AccountMenu })))

/** The avatar of the user, which opens the account menu. */
export function AvatarMenu() {
  const { t } = useTranslation()
  const user = useSession()
  const [openCount, setOpenCount] = useState(0)
  const preload = () => void loadAccountMenu().catch(() => undefined)
  return (
    <Menu position="bottom-end" width={264} onOpen={() => setOpenCount(count => count + 1)}>
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
          {/* A menu that opens while it fades out starts with the main entries, too. */}
          <AccountMenu key={openCount} />
        </Suspense>
      </Menu.Dropdown>
    </Menu>
  )
}
