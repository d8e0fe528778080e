import { ActionIcon, Avatar, Menu, UnstyledButton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { IconLogout, IconMenu2, IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { accountApi } from '#contract/account.ts'
import { BookmarkBar } from '../bookmark/bookmark-bar.tsx'
import { call } from '../lib/call.ts'
import { setSkin, useSkin } from '../lib/layout.ts'
import { endSession, useSession } from '../lib/session.ts'
import { LanguageMenu } from '../ui/language-menu.tsx'
import { NoticeBell } from '../notice/notice-bell.tsx'
import { SearchBox } from '../search/search-box.tsx'
import css from './navbar.module.css'

/** Floats over the page: search, skin, the person. */
export function Navbar({ onMenu }: { onMenu: () => void }) {
  const { t } = useTranslation()
  return (
    <header className={css.navbar}>
      <ActionIcon className={css.menu} variant="subtle" color="gray" size={36} onClick={onMenu} aria-label={t('shell.menu.open')}><IconMenu2 size={20} stroke={1.75} /></ActionIcon>
      <SearchBox />
      <BookmarkBar />
      <div className={css.right}>
        <LanguageMenu />
        <NoticeBell />
        <SkinSwitch />
        <AvatarMenu />
      </div>
    </header>
  )
}

function SkinSwitch() {
  const { t } = useTranslation()
  const isDark = useSkin() === 'dark'
  const Icon = isDark ? IconSun : IconMoon
  return (
    <ActionIcon variant="subtle" color="gray" size={36} onClick={() => setSkin(isDark ? 'light' : 'dark')} aria-label={t(isDark ? 'shell.navbar.skinLight' : 'shell.navbar.skinDark')}>
      <Icon size={18} stroke={1.75} />
    </ActionIcon>
  )
}

function AvatarMenu() {
  const { t } = useTranslation()
  const user = useSession()
  const logOut = useLogOut()
  return (
    <Menu position="bottom-end" width={232}>
      <Menu.Target>
        <UnstyledButton className={css.avatar}>
          <span className="sw-hidden">{t('shell.navbar.account')}</span>
          <Avatar src={user?.avatar ?? null} name={user?.fullName} alt="" color="accent" size={34} radius="xl" aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={css.person}>
          <strong>{user?.fullName}</strong>
          <span>{user?.email}</span>
        </div>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.75} />} onClick={() => void logOut()}>{t('shell.navbar.logout')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function useLogOut() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    // The keys go whatever the server says: somebody who leaves a shared computer must be out.
    await call(accountApi.logout, {}).catch(() => undefined)
    endSession({ onPurpose: true })
    client.clear()
    await navigate('/login')
  }
}
