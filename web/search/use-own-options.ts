import {
  IconAdjustments,
  IconArrowAutofitWidth,
  IconBorderOuter,
  IconBox,
  IconBoxMargin,
  IconContrast,
  IconDeviceDesktop,
  IconHome,
  IconKeyboard,
  IconLayout,
  IconLayoutGrid,
  IconLayoutNavbar,
  IconLayoutSidebar,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconMoon,
  IconPlus,
  IconShoppingCart,
  IconSun,
  IconTextDirectionLtr,
  IconTextDirectionRtl,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { searchResultsPerGroup } from '#contract/search.ts'
import { creations, placeAt, places } from '../lib/navigation/place.ts'
import { keysTo } from '../lib/navigation/shortcut.ts'
import { showCustomizer } from '../lib/preference/customizer-open.ts'
import { chooseLayout } from '../lib/preference/layout.ts'
import { useMay } from '../lib/session/session.ts'
import { matches } from './search-match.ts'
import type { Option, OptionGroup } from './search-option.ts'
import { useRecent } from './search-recent.ts'

/** The five that are shown before anything is typed, each with its icon, in the groups that the menu has them in. */
const firstPages = [
  { name: 'dashboard', to: '/dashboard', icon: IconHome, can: 'dashboard:read' },
  { name: 'category', to: '/apps/category/list', icon: IconLayoutGrid, can: 'category:read' },
  { name: 'product', to: '/apps/product/list', icon: IconBox, can: 'product:read' },
  { name: 'order', to: '/apps/order/list', icon: IconShoppingCart, can: 'order:read' },
  { name: 'cms', to: '/apps/cms', icon: IconLayout, can: 'cms:read', isOfStore: true },
] as const

/** Four of a group and no more, whatever there is; a group without any is left out. */
export const shown = (groups: readonly OptionGroup[]): OptionGroup[] =>
  groups
    .map(group => ({ ...group, options: group.options.slice(0, searchResultsPerGroup) }))
    .filter(({ options }) => options.length > 0)

/** Before anything is typed: what was opened last, then the pages. */
export function useFirstOptions(): OptionGroup[] {
  const { t } = useTranslation()
  const may = useMay()
  const recent = useRecent()
  const pages = firstPages
    .filter(({ can }) => may(can))
    .map(page => ({
      isOfStore: 'isOfStore' in page,
      id: `page ${page.to}`,
      title: t(`search.page.${page.name}`),
      icon: page.icon,
      to: page.to,
      keys: keysTo(page.to),
    }))
  return shown([
    {
      name: 'recent',
      label: t('search.group.recent'),
      options: recent.map(({ to, title }) => ({
        id: `recent ${to}`,
        title,
        icon: placeAt(to)?.icon ?? IconBox,
        to,
      })),
    },
    {
      name: 'sell',
      label: t('shell.menu.sell'),
      options: pages.filter(({ isOfStore }) => !isOfStore),
    },
    {
      name: 'store',
      label: t('shell.menu.store'),
      options: pages.filter(({ isOfStore }) => isOfStore),
    },
  ])
}

/** What the browser knows by itself: pages, actions and settings whose words begin like the terms. */
export function useOwnOptions(terms: readonly string[], openSheet: () => void): OptionGroup[] {
  const { t } = useTranslation()
  const may = useMay()
  const settings = useSettings(openSheet)
  const pages = places
    .filter(({ can, label }) => (!can || may(can)) && matches(t(label), terms))
    .map(
      ({ to, label, icon }): Option => ({
        id: `page ${to}`,
        title: t(label),
        icon,
        to,
        keys: keysTo(to),
      }),
    )
  const actions = creations
    .filter(({ can, label }) => (!can || may(can)) && matches(t(label), terms))
    .map(
      ({ to, label, key }): Option => ({
        id: `action ${to}`,
        title: t(label),
        icon: IconPlus,
        to,
        keys: key ? ['c', key] : undefined,
      }),
    )
  return shown([
    { name: 'pages', label: t('search.group.pages'), options: pages },
    { name: 'actions', label: t('search.group.actions'), options: actions },
    {
      name: 'settings',
      label: t('search.group.settings'),
      options: settings.filter(({ title, words }) => matches(`${title} ${words}`, terms)),
    },
  ])
}

const looks = [
  { name: 'light', words: 'skin', icon: IconSun, change: { skin: 'light' } },
  { name: 'dark', words: 'skin', icon: IconMoon, change: { skin: 'dark' } },
  { name: 'bordered', words: 'skin', icon: IconBorderOuter, change: { skin: 'bordered' } },
  { name: 'semiDark', words: 'skin', icon: IconContrast, change: { skin: 'semi-dark' } },
  { name: 'system', words: 'skin', icon: IconDeviceDesktop, change: { skin: 'system' } },
  { name: 'boxed', words: 'width', icon: IconBoxMargin, change: { contentWidth: 'boxed' } },
  { name: 'full', words: 'width', icon: IconArrowAutofitWidth, change: { contentWidth: 'full' } },
  {
    name: 'vertical',
    words: 'menu',
    icon: IconLayoutSidebar,
    change: { menuLayout: 'vertical', menuHidden: false },
  },
  {
    name: 'horizontal',
    words: 'menu',
    icon: IconLayoutNavbar,
    change: { menuLayout: 'horizontal', menuHidden: false },
  },
  {
    name: 'collapse',
    words: 'menu',
    icon: IconLayoutSidebarLeftCollapse,
    change: { menuCollapsed: true },
  },
  {
    name: 'expand',
    words: 'menu',
    icon: IconLayoutSidebarLeftExpand,
    change: { menuCollapsed: false },
  },
  { name: 'ltr', words: 'direction', icon: IconTextDirectionLtr, change: { direction: 'ltr' } },
  { name: 'rtl', words: 'direction', icon: IconTextDirectionRtl, change: { direction: 'rtl' } },
] as const

function useSettings(openSheet: () => void): (Option & { words: string })[] {
  const { t } = useTranslation()
  return [
    ...looks.map(({ name, words, icon, change }) => ({
      id: `set ${name}`,
      title: t(`search.setting.${name}`),
      words: t(`search.words.${words}`),
      icon,
      run: () => chooseLayout(change),
    })),
    {
      id: 'set layout',
      title: t('shell.customizer.shortcut'),
      words: t('search.words.layout'),
      icon: IconAdjustments,
      keys: [','],
      run: () => showCustomizer(),
    },
    {
      id: 'set shortcuts',
      title: t('search.setting.shortcuts'),
      words: t('search.words.shortcuts'),
      icon: IconKeyboard,
      keys: ['?'],
      run: openSheet,
    },
  ]
}
