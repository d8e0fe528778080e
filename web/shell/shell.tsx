import { ActionIcon, Drawer } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAdjustments, IconMenu2 } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation } from 'react-router'
import { VerifyBanner } from '../account/login/verify-banner.tsx'
import { showCustomizer, useCustomizerOpen } from '../lib/preference/customizer-open.ts'
import { useLayout, useMenuState } from '../lib/preference/layout.ts'
import { usePreferenceSync } from '../lib/preference/preference-sync.ts'
import { useBusinessId } from '../lib/session/session.ts'
import { NoticeBell } from '../notification/notice-bell.tsx'
import { SearchBox } from '../search/search-box.tsx'
import { Logo } from '../ui/art/logo.tsx'
import { LanguageMenu } from '../ui/form/language-menu.tsx'
import { AvatarMenu } from './avatar-menu.tsx'
import menuCss from './menu.module.css'
import type { MenuEntry } from './menu-entry.ts'
import { MenuList } from './menu-list.tsx'
import { Navbar, SkinSwitch } from './navbar.tsx'
import { OpenStoreLink } from './open-store-link.tsx'
import css from './shell.module.css'
import { BottomBar, SideMenu } from './side-menu.tsx'
import { StoreSwitcher } from './store-switcher.tsx'
import { ToTop } from './to-top.tsx'
import { TopMenu } from './top-menu.tsx'

const Customizer = lazy(() => import('./customizer.tsx').then(m => ({ default: m.Customizer })))

/** The frame of every page of work. */
export function Shell({ menu }: { menu: readonly MenuEntry[] }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const [isMenuOpen, menuDrawer] = useDisclosure(false)
  const menuState = useMenuState()
  const { navbarType, footerType, scrollToTop } = useLayout()
  usePreferenceSync()
  return (
    <div className={css.frame}>
      {(menuState === 'open' || menuState === 'collapsed') && <SideMenu entries={menu} />}
      <div className={css.page}>
        {menuState === 'horizontal' && <TopMenu entries={menu} />}
        {navbarType === 'hidden' ? (
          <Edge hasMenu={menuState === 'hidden'} onMenu={menuDrawer.open} />
        ) : (
          <Navbar onMenu={menuDrawer.open} />
        )}
        <div className={css.boxed}>
          <VerifyBanner />
          {/* A new store is a new set of pages: nothing of the other one may stay on screen. */}
          <main id="content" className={css.content} key={`${useBusinessId()} ${pathname}`}>
            <Outlet />
          </main>
          {footerType !== 'hidden' && (
            <footer className={css.footer}>
              {t('shell.footer', { year: String(new Date().getFullYear()) })}
            </footer>
          )}
        </div>
      </div>
      <MenuDrawer entries={menu} isOpen={isMenuOpen} onClose={menuDrawer.close} />
      <BottomBar entries={menu} />
      {scrollToTop && <ToTop />}
      <CustomizerWhenWanted />
    </div>
  )
}

/** The menu where there is no room for it, or where it was put away. */
function MenuDrawer({
  entries,
  isOpen,
  onClose,
}: {
  entries: readonly MenuEntry[]
  isOpen: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      size={280}
      padding="sm"
      title={<Logo size={26} />}
      classNames={{ content: menuCss.drawer, header: menuCss.drawer, body: menuCss.drawerBody }}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <StoreSwitcher onGo={onClose} />
      <MenuList entries={entries} onGo={onClose} />
      <div className={menuCss.drawerFoot}>
        <OpenStoreLink />
        <LanguageMenu />
        <SkinSwitch />
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('shell.customizer.open')}
          onClick={() => {
            onClose()
            showCustomizer()
          }}
        >
          <IconAdjustments size={18} stroke={1.75} />
        </ActionIcon>
      </div>
    </Drawer>
  )
}

/** Without a navbar: what still has to be within reach, by keys as well, and what goes on listening for news. */
function Edge({ hasMenu, onMenu }: { hasMenu: boolean; onMenu: () => void }) {
  const { t } = useTranslation()
  return (
    <header className={css.edge}>
      <ActionIcon
        className={hasMenu ? undefined : css.edgeMenu}
        variant="subtle"
        color="gray"
        size={36}
        onClick={onMenu}
        aria-label={t('shell.menu.open')}
      >
        <IconMenu2 size={20} stroke={1.75} />
      </ActionIcon>
      <SearchBox isSmall />
      <NoticeBell />
      <AvatarMenu />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        onClick={() => showCustomizer()}
        aria-label={t('shell.customizer.open')}
      >
        <IconAdjustments size={18} stroke={1.75} />
      </ActionIcon>
    </header>
  )
}

/** Loaded when it is first opened. */
function CustomizerWhenWanted() {
  const isOpen = useCustomizerOpen()
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  return (
    wasOpen && (
      <Suspense>
        <Customizer isOpen={isOpen} />
      </Suspense>
    )
  )
}
