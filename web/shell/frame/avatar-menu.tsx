import { Avatar, Menu, UnstyledButton } from '@mantine/core'
import { IconAdjustments, IconLock, IconLogout, IconUserCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { setCustomizerOpen } from '../../lib/preference/customizer-state.ts'
import { lockScreen, useSession } from '../../lib/session/session.ts'
import { useLogOut } from '../../lib/session/use-log-out.ts'
import css from './navbar.module.css'

/** The menu of the user: account, layout, screen lock and logout. */
export function AvatarMenu() {
  const { t } = useTranslation()
  const user = useSession()
  const logOut = useLogOut()
  return (
    <Menu position="bottom-end" width={232}>
      <Menu.Target>
        <UnstyledButton className={css.avatar}>
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
        <div className={css.user}>
          <strong>{user?.fullName}</strong>
          <span>{user?.email}</span>
        </div>
        <Menu.Divider />
        <Menu.Item
          component={Link}
          to="/apps/account"
          leftSection={<IconUserCircle size={16} stroke={1.75} />}
        >
          {t('shell.menu.account')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconAdjustments size={16} stroke={1.75} />}
          onClick={() => setCustomizerOpen()}
        >
          {t('shell.customizer.open')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLock size={16} stroke={1.75} />} onClick={lockScreen}>
          {t('shell.navbar.lock')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={16} stroke={1.75} />}
          onClick={() => void logOut()}
        >
          {t('shell.navbar.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
