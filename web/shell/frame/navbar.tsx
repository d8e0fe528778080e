import { ActionIcon } from '@mantine/core'
import { IconAdjustments, IconMenu2, IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { BookmarkBar } from '../../bookmark/bookmark-bar.tsx'
import { setCustomizerOpen } from '../../lib/preference/customizer-state.ts'
import { updateLayout, useSkin } from '../../lib/preference/layout.ts'
import { NotificationBell } from '../../notification/notification-bell.tsx'
import { SearchButton } from '../../search/search-button.tsx'
import { LanguageMenu } from '../../ui/form/language-menu.tsx'
import { AvatarMenu } from './avatar-menu.tsx'
import css from './navbar.module.css'
import { OpenStoreLink } from './open-store-link.tsx'

/** The bar above the page: search, bookmarks, preferences, notifications and user menu. */
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
        {/* On phones these are in the menu. */}
        <div className={css.desktopActions}>
          <OpenStoreLink />
          <LanguageMenu />
          <SkinToggle />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            onClick={() => setCustomizerOpen()}
            aria-label={t('shell.customizer.open')}
            aria-haspopup="dialog"
            aria-keyshortcuts=","
          >
            <IconAdjustments size={18} stroke={1.75} />
          </ActionIcon>
        </div>
        <NotificationBell />
        <AvatarMenu />
      </div>
    </header>
  )
}

export function SkinToggle() {
  const { t } = useTranslation()
  const isDark = useSkin() === 'dark'
  const Icon = isDark ? IconSun : IconMoon
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      onClick={() => updateLayout({ skin: isDark ? 'light' : 'dark' })}
      aria-label={t(isDark ? 'shell.navbar.useLightSkin' : 'shell.navbar.useDarkSkin')}
    >
      <Icon size={18} stroke={1.75} />
    </ActionIcon>
  )
}
