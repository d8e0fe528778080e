import { ActionIcon, Drawer } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconMenu2 } from '@tabler/icons-react'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation } from 'react-router'
import { VerifyBanner } from '../account/link/verify-banner.tsx'
import { setCaptureOpen, useCaptureOpen } from '../lib/navigation/capture-state.ts'
import { useHelpOpen } from '../lib/navigation/help-state.ts'
import { useCustomizerOpen } from '../lib/preference/customizer-state.ts'
import { withLazyTexts } from '../lib/preference/i18n.ts'
import { useLayout, useMenuState } from '../lib/preference/layout.ts'
import { usePreferenceSync } from '../lib/preference/use-preference-sync.ts'
import { useStoreId } from '../lib/session/session.ts'
import { useCurrentStore } from '../lib/session/use-current-store.ts'
import { TimeZoneContext } from '../lib/time-zone.ts'
import { NotificationBell } from '../notification/notification-bell.tsx'
import { SearchButton } from '../search/search-button.tsx'
import { Logo } from '../ui/art/logo.tsx'
import css from './app-shell.module.css'
import { AvatarMenu } from './avatar-menu.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { HelpButton } from './help-button.tsx'
import menuDrawerCss from './menu/menu-drawer.module.css'
import { isActiveEntry, type MenuEntry } from './menu/menu-entry.ts'
import { MenuList } from './menu/menu-list.tsx'
import { SideMenu } from './menu/side-menu.tsx'
import { StoreSwitcher } from './menu/store-switcher.tsx'
import { TopMenu } from './menu/top-menu.tsx'
import { Navbar } from './navbar.tsx'
import { OpenStoreLink } from './open-store-link.tsx'
import { ScrollToTopButton } from './scroll-to-top-button.tsx'
import { SettingsNav } from './settings/settings-nav.tsx'

const HelpDrawer = lazy(() =>
  withLazyTexts(import('../help/help-drawer.tsx').then(m => ({ default: m.HelpDrawer }))),
)
const LayoutDrawer = lazy(() =>
  import('./layout/layout-drawer.tsx').then(m => ({ default: m.LayoutDrawer })),
)

const TaskCaptureDialog = lazy(() =>
  withLazyTexts(
    import('../task/task-capture-dialog.tsx').then(m => ({ default: m.TaskCaptureDialog })),
  ),
)

/** The shell around the pages of logged-in users: menu, navbar, content and footer. */
export function AppShell({
  menu,
  settings,
}: {
  menu: readonly MenuEntry[]
  settings: readonly MenuEntry[]
}) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const [isMenuOpen, menuDrawer] = useDisclosure(false)
  const menuState = useMenuState()
  const { navbarType, footerType, scrollToTop } = useLayout()
  const isInSettings = settings.some(entry => isActiveEntry(pathname, entry))
  usePreferenceSync()
  const timeZone = useCurrentStore()?.timezone
  return (
    <TimeZoneContext value={timeZone}>
      <div className={css.shell}>
        {(menuState === 'open' || menuState === 'collapsed') && <SideMenu entries={menu} />}
        <div className={css.page}>
          {menuState === 'horizontal' && <TopMenu entries={menu} />}
          {navbarType === 'hidden' ? (
            <CompactNavbar hasMenu={menuState === 'hidden'} onOpenMenu={menuDrawer.open} />
          ) : (
            <Navbar onOpenMenu={menuDrawer.open} />
          )}
          <div className={css.container}>
            <VerifyBanner />
            <div className={isInSettings ? css.settings : css.body}>
              {isInSettings && <SettingsNav entries={settings} />}
              {/* The key discards all state of the page when the store or the path changes. */}
              <main id="content" className={css.content} key={`${useStoreId()} ${pathname}`}>
                <Outlet context={settings} />
              </main>
            </div>
            {footerType !== 'hidden' && (
              <footer className={css.footer}>
                {t('shell.footer', { year: String(new Date().getFullYear()) })}
              </footer>
            )}
          </div>
        </div>
        <MenuDrawer entries={menu} isOpen={isMenuOpen} onClose={menuDrawer.close} />
        <BottomBar entries={menu} />
        {scrollToTop && <ScrollToTopButton />}
        <LazyDrawer isOpen={useCustomizerOpen()} Drawer={LayoutDrawer} />
        <LazyDrawer isOpen={useHelpOpen()} Drawer={HelpDrawer} />
        <LazyDrawer
          isOpen={useCaptureOpen()}
          onClose={() => setCaptureOpen(false)}
          Drawer={TaskCaptureDialog}
        />
      </div>
    </TimeZoneContext>
  )
}

/** The menu on small screens, and on all screens if the layout hides the menu. */
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
      classNames={{
        content: menuDrawerCss.drawer,
        header: menuDrawerCss.drawer,
        body: menuDrawerCss.body,
      }}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <StoreSwitcher onNavigate={onClose} />
      <MenuList entries={entries} onNavigate={onClose} />
    </Drawer>
  )
}

/**
 * The buttons at the edge of the page if the layout hides the navbar. They also keep the keyboard
 * shortcuts and the notifications working.
 */
function CompactNavbar({ hasMenu, onOpenMenu }: { hasMenu: boolean; onOpenMenu: () => void }) {
  const { t } = useTranslation()
  return (
    <header className={css.compactNavbar}>
      <ActionIcon
        className={hasMenu ? undefined : css.compactMenuButton}
        variant="subtle"
        color="gray"
        size={36}
        onClick={onOpenMenu}
        aria-label={t('shell.menu.open')}
      >
        <IconMenu2 size={20} stroke={1.75} />
      </ActionIcon>
      <SearchButton isSmall />
      <OpenStoreLink />
      <HelpButton />
      <NotificationBell />
      <AvatarMenu />
    </header>
  )
}

/** Loads a drawer or dialog when it is first opened. */
function LazyDrawer({
  isOpen,
  onClose = () => undefined,
  Drawer: LoadedDrawer,
}: {
  isOpen: boolean
  /** For a dialog that does not close itself. */
  onClose?: () => void
  Drawer: ComponentType<{ isOpen: boolean; onClose: () => void }>
}) {
  const [wasOpened, setWasOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setWasOpened(true)
  return (
    wasOpened && (
      <Suspense>
        <LoadedDrawer isOpen={isOpen} onClose={onClose} />
      </Suspense>
    )
  )
}
