import {
  IconAdjustments,
  IconArrowAutofitWidth,
  IconBorderOuter,
  IconBox,
  IconBoxMargin,
  IconContrast,
  IconDeviceDesktop,
  IconHelp,
  IconKeyboard,
  IconLayoutNavbar,
  IconLayoutSidebar,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLock,
  IconLogout,
  IconMoon,
  IconPlus,
  IconSun,
  IconTextDirectionLtr,
  IconTextDirectionRtl,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { searchResultsPerGroup } from '#contract/store/search.ts'
import { setHelpOpen } from '../lib/navigation/help-state.ts'
import {
  findNavigationTarget,
  listCreateTargets,
  listNavigationTargets,
  type NavigationTarget,
} from '../lib/navigation/navigation-target.ts'
import { recordListPaths } from '../lib/navigation/record-paths.ts'
import { findShortcutKeys } from '../lib/navigation/shortcut.ts'
import { setCustomizerOpen } from '../lib/preference/customizer-state.ts'
import { updateLayout } from '../lib/preference/layout.ts'
import { lockScreen, useHasPermission } from '../lib/session/session.ts'
import { useLogOut } from '../lib/session/use-log-out.ts'
import { useRecentPages } from './recent-pages.ts'
import { matchesTerms } from './search-match.ts'
import type { SearchOption, SearchOptionGroup } from './search-option.ts'

/** The pages shown before the user types, in the groups of the menu. */
const initialPages = [
  { name: 'dashboard', to: '/dashboard' },
  { name: 'category', to: recordListPaths.category },
  { name: 'product', to: recordListPaths.product },
  { name: 'order', to: recordListPaths.order },
  { name: 'cms', to: '/apps/cms' },
] as const

/** Returns the groups that have options, each with at most `searchResultsPerGroup` of them. */
export const limitGroups = (groups: readonly SearchOptionGroup[]): SearchOptionGroup[] =>
  groups
    .map(group => ({ ...group, options: group.options.slice(0, searchResultsPerGroup) }))
    .filter(({ options }) => options.length > 0)

/** Returns the options shown before the user types: recent pages, then the main pages. */
export function useInitialOptions(): SearchOptionGroup[] {
  const { t } = useTranslation()
  const hasPermission = useHasPermission()
  const recent = useRecentPages()
  const listPages = (group: 'sell' | 'store') =>
    initialPages.flatMap(({ name, to }): SearchOption[] => {
      const target = findNavigationTarget(to)
      if (target?.menuGroup !== group || (target.can && !hasPermission(target.can))) return []
      const title = t(`search.page.${name}`)
      return [{ id: `page ${to}`, title, icon: target.icon, to, keys: findShortcutKeys(to) }]
    })
  return limitGroups([
    {
      name: 'recent',
      label: t('search.group.recent'),
      options: recent.map(({ to, title }) => ({
        id: `recent ${to}`,
        title,
        icon: findNavigationTarget(to)?.icon ?? IconBox,
        to,
      })),
    },
    { name: 'sell', label: t('shell.menu.sell'), options: listPages('sell') },
    { name: 'store', label: t('shell.menu.store'), options: listPages('store') },
  ])
}

/**
 * Returns the pages, actions and settings that match the terms. They are known to the browser, so
 * no request is needed.
 */
export function useLocalOptions(
  terms: readonly string[],
  openShortcuts: () => void,
): SearchOptionGroup[] {
  const { t } = useTranslation()
  const hasPermission = useHasPermission()
  const settings = useSettingOptions(openShortcuts)
  const pages = findPages(terms, t)
    .filter(({ can }) => !can || hasPermission(can))
    .map(
      (target): SearchOption => ({
        id: `page ${target.to}`,
        title: t(target.label),
        details: describeKeywordMatch(target, terms, t),
        icon: target.icon,
        to: target.to,
        keys: findShortcutKeys(target.to),
      }),
    )
  const actions = listCreateTargets()
    .filter(({ can, label }) => (!can || hasPermission(can)) && matchesTerms(t(label), terms))
    .map(
      ({ to, label, shortcutKey: key }): SearchOption => ({
        id: `action ${to}`,
        title: t(label),
        icon: IconPlus,
        to,
        keys: key ? ['c', key] : undefined,
      }),
    )
  return limitGroups([
    { name: 'pages', label: t('search.group.pages'), options: pages },
    { name: 'actions', label: t('search.group.actions'), options: actions },
    {
      name: 'settings',
      label: t('search.group.settings'),
      options: settings.filter(({ title, keywords }) =>
        matchesTerms(`${title} ${keywords}`, terms),
      ),
    },
  ])
}

/** Returns the pages that match the terms by their name, then those that match by their keywords. */
function findPages(terms: readonly string[], t: TFunction): NavigationTarget[] {
  const targets = listNavigationTargets()
  const byName = targets.filter(({ label }) => matchesTerms(t(label), terms))
  const byWords = targets.filter(
    target =>
      !byName.includes(target) &&
      target.keywords &&
      matchesTerms(`${t(target.label)} ${t(target.keywords)}`, terms),
  )
  return [...byName, ...byWords]
}

/**
 * Returns the keywords that match if the name of the page does not, and the section of the page,
 * such as "Settings · shipping".
 */
function describeKeywordMatch(
  { label, keywords, isSetting }: NavigationTarget,
  terms: readonly string[],
  t: TFunction,
): string {
  if (!keywords || matchesTerms(t(label), terms)) return ''
  const matchingWords = t(keywords)
    .split(' ')
    .filter(word => terms.some(term => matchesTerms(word, [term])))
  return [isSetting && t('shell.menu.settings'), matchingWords.join(' ')]
    .filter(Boolean)
    .join(' · ')
}

const layoutSettings = [
  { name: 'light', keywords: 'skin', icon: IconSun, change: { skin: 'light' } },
  { name: 'dark', keywords: 'skin', icon: IconMoon, change: { skin: 'dark' } },
  { name: 'bordered', keywords: 'skin', icon: IconBorderOuter, change: { skin: 'bordered' } },
  { name: 'semiDark', keywords: 'skin', icon: IconContrast, change: { skin: 'semi-dark' } },
  { name: 'system', keywords: 'skin', icon: IconDeviceDesktop, change: { skin: 'system' } },
  { name: 'boxed', keywords: 'width', icon: IconBoxMargin, change: { contentWidth: 'boxed' } },
  {
    name: 'full',
    keywords: 'width',
    icon: IconArrowAutofitWidth,
    change: { contentWidth: 'full' },
  },
  {
    name: 'vertical',
    keywords: 'menu',
    icon: IconLayoutSidebar,
    change: { menuLayout: 'vertical', menuHidden: false },
  },
  {
    name: 'horizontal',
    keywords: 'menu',
    icon: IconLayoutNavbar,
    change: { menuLayout: 'horizontal', menuHidden: false },
  },
  {
    name: 'collapse',
    keywords: 'menu',
    icon: IconLayoutSidebarLeftCollapse,
    change: { menuCollapsed: true },
  },
  {
    name: 'expand',
    keywords: 'menu',
    icon: IconLayoutSidebarLeftExpand,
    change: { menuCollapsed: false },
  },
  { name: 'ltr', keywords: 'direction', icon: IconTextDirectionLtr, change: { direction: 'ltr' } },
  { name: 'rtl', keywords: 'direction', icon: IconTextDirectionRtl, change: { direction: 'rtl' } },
] as const

function useSettingOptions(openShortcuts: () => void): (SearchOption & { keywords: string })[] {
  const { t } = useTranslation()
  const logOut = useLogOut()
  return [
    ...layoutSettings.map(({ name, keywords, icon, change }) => ({
      id: `set ${name}`,
      title: t(`search.setting.${name}`),
      keywords: t(`search.keywords.${keywords}`),
      icon,
      onSelect: () => updateLayout(change),
    })),
    {
      id: 'set layout',
      title: t('shell.customizer.shortcut'),
      keywords: t('search.keywords.layout'),
      icon: IconAdjustments,
      keys: [','],
      onSelect: () => setCustomizerOpen(),
    },
    {
      id: 'set lock',
      title: t('shell.navbar.lock'),
      keywords: t('search.keywords.session'),
      icon: IconLock,
      onSelect: lockScreen,
    },
    {
      id: 'set logout',
      title: t('shell.navbar.logout'),
      keywords: t('search.keywords.session'),
      icon: IconLogout,
      onSelect: () => void logOut(),
    },
    {
      id: 'set help',
      title: t('search.setting.help'),
      keywords: t('pageKeywords.help'),
      icon: IconHelp,
      keys: ['?'],
      onSelect: () => setHelpOpen(),
    },
    {
      id: 'set shortcuts',
      title: t('search.setting.shortcuts'),
      keywords: t('search.keywords.shortcuts'),
      icon: IconKeyboard,
      onSelect: openShortcuts,
    },
  ]
}
