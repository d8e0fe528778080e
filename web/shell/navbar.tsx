import { ActionIcon } from '@mantine/core'
import { IconAdjustments, IconMenu2, IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { BookmarkBar } from '../bookmark/bookmark-bar.tsx'
import { showCustomizer } from '../lib/preference/customizer-open.ts'
import { chooseLayout, useSkin } from '../lib/preference/layout.ts'
import { NoticeBell } from '../notification/notice-bell.tsx'
import { SearchBox } from '../search/search-box.tsx'
import { LanguageMenu } from '../ui/form/language-menu.tsx'
import { AvatarMenu } from './avatar-menu.tsx'
import css from './navbar.module.css'
import { OpenStoreLink } from './open-store-link.tsx'

/** Over the page: the search and what one has pinned; then the store, how the page looks, what happened, the person. */
export function Navbar({ onMenu }: { onMenu: () => void }) {
  const { t } = useTranslation()
  return (
    <header className={css.navbar}>
      <ActionIcon
        className={css.menu}
        variant="subtle"
        color="gray"
        size={36}
        onClick={onMenu}
        aria-label={t('shell.menu.open')}
      >
        <IconMenu2 size={20} stroke={1.75} />
      </ActionIcon>
      <SearchBox />
      <BookmarkBar />
      <div className={css.right}>
        {/* On a phone the menu has these. */}
        <div className={css.wide}>
          <OpenStoreLink />
          <LanguageMenu />
          <SkinSwitch />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            onClick={() => showCustomizer()}
            aria-label={t('shell.customizer.open')}
            aria-haspopup="dialog"
            aria-keyshortcuts=","
          >
            <IconAdjustments size={18} stroke={1.75} />
          </ActionIcon>
        </div>
        <NoticeBell />
        <AvatarMenu />
      </div>
    </header>
  )
}

export function SkinSwitch() {
  const { t } = useTranslation()
  const isDark = useSkin() === 'dark'
  const Icon = isDark ? IconSun : IconMoon
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      onClick={() => chooseLayout({ skin: isDark ? 'light' : 'dark' })}
      aria-label={t(isDark ? 'shell.navbar.skinLight' : 'shell.navbar.skinDark')}
    >
      <Icon size={18} stroke={1.75} />
    </ActionIcon>
  )
}
