import { Affix, ActionIcon, Drawer, Transition } from '@mantine/core'
import { useDisclosure, useWindowScroll } from '@mantine/hooks'
import { IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation } from 'react-router'
import { VerifyBanner } from '../account/verify-banner.tsx'
import { useBusinessId } from '../lib/session.ts'
import menuCss from './menu.module.css'
import type { MenuEntry } from './menu-entry.ts'
import { MenuList } from './menu-list.tsx'
import { Navbar } from './navbar.tsx'
import css from './shell.module.css'
import { BottomBar, SideMenu } from './side-menu.tsx'
import { StoreSwitcher } from './store-switcher.tsx'

/** The frame of every page of work. */
export function Shell({ menu }: { menu: readonly MenuEntry[] }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const [isMenuOpen, menuDrawer] = useDisclosure(false)
  return (
    <div className={css.frame}>
      <SideMenu entries={menu} />
      <div className={css.page}>
        <div className={css.boxed}>
          <Navbar onMenu={menuDrawer.open} />
          <VerifyBanner />
          {/* A new store is a new set of pages: nothing of the other one may stay on screen. */}
          <main id="content" className={css.content} key={`${useBusinessId()} ${pathname}`}><Outlet /></main>
          <footer className={css.footer}>{t('shell.footer', { year: new Date().getFullYear() })}</footer>
        </div>
      </div>
      <Drawer opened={isMenuOpen} onClose={menuDrawer.close} size={280} padding="sm" title="Storewright" classNames={{ content: menuCss.drawer, header: menuCss.drawer }} closeButtonProps={{ 'aria-label': t('ui.close') }}>
        <StoreSwitcher onGo={menuDrawer.close} />
        <div style={{ height: 16 }} />
        <MenuList entries={menu} onGo={menuDrawer.close} />
      </Drawer>
      <BottomBar entries={menu} />
      <ToTop />
    </div>
  )
}

function ToTop() {
  const { t } = useTranslation()
  const [{ y }, scrollTo] = useWindowScroll()
  return (
    <Affix position={{ bottom: 24, right: 24 }} zIndex={90} className={css.toTop}>
      <Transition mounted={y > 600} transition="slide-up" duration={150}>
        {style => <ActionIcon style={style} size={40} radius="xl" aria-label={t('ui.toTop')} onClick={() => scrollTo({ y: 0 })}><IconArrowUp size={18} stroke={1.75} /></ActionIcon>}
      </Transition>
    </Affix>
  )
}
