import { ActionIcon } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { BookmarkBar } from '../bookmark/bookmark-bar.tsx'
import { NotificationBell } from '../notification/notification-bell.tsx'
import { SearchButton } from '../search/search-button.tsx'
import { AvatarMenu } from './avatar-menu.tsx'
import { HelpButton } from './help-button.tsx'
import css from './navbar.module.css'
import { OpenStoreLink } from './open-store-link.tsx'

/** The bar above the page: search, bookmarks, link to the store, notifications and account menu. */
export function Navbar({ onOpenMenu }: { onOpenMenu: () => void }) {
  const { t } = useTranslation()
  return (
    <header className={css.navbar}>
      <ActionIcon
        className={css.menuButton}
        variant="subtle"
        color="gray"
        size={36}
        onClick={onOpenMenu}
        aria-label={t('shell.menu.open')}
      >
        <IconMenu2 size={20} stroke={1.75} />
      </ActionIcon>
      <SearchButton />
      <BookmarkBar />
      <div className={css.actions}>
        <OpenStoreLink />
        <HelpButton />
        <NotificationBell />
        <AvatarMenu />
      </div>
    </header>
  )
}
