import {
  type Icon,
  IconBox,
  IconBrush,
  IconBuildingStore,
  IconChartBar,
  IconCode,
  IconCreditCard,
  IconFileImport,
  IconHome,
  IconKey,
  IconLayout,
  IconLayoutGrid,
  IconListCheck,
  IconNews,
  IconSeo,
  IconShoppingCart,
  IconSpeakerphone,
  IconUserCircle,
  IconUserShield,
  IconUsers,
  IconUsersGroup,
  IconWorld,
} from '@tabler/icons-react'
import type { ParseKeys } from 'i18next'
import type { Permission } from '#contract/lib/permission.ts'

export type NavigationTarget = {
  to: string
  label: ParseKeys
  icon: Icon
  can?: Permission
  /** Pages beneath it begin like this. */
  pathPrefix: string
  /** Goes there after `g`. */
  shortcutKey?: string
}

/** Where one can go: for the search, the shortcuts and the icons of bookmarks. */
export const navigationTargets: readonly NavigationTarget[] = [
  {
    to: '/dashboard',
    label: 'shell.menu.dashboard',
    icon: IconHome,
    can: 'dashboard:read',
    pathPrefix: '/dashboard',
    shortcutKey: 'd',
  },
  {
    to: '/dashboard2',
    label: 'shell.menu.performance',
    icon: IconChartBar,
    can: 'dashboard:read',
    pathPrefix: '/dashboard2',
  },
  {
    to: '/apps/order/list',
    label: 'shell.menu.orders',
    icon: IconShoppingCart,
    can: 'order:read',
    pathPrefix: '/apps/order',
    shortcutKey: 'o',
  },
  {
    to: '/apps/product/list',
    label: 'shell.menu.products',
    icon: IconBox,
    can: 'product:read',
    pathPrefix: '/apps/product',
    shortcutKey: 'p',
  },
  {
    to: '/apps/category/list',
    label: 'shell.menu.categories',
    icon: IconLayoutGrid,
    can: 'category:read',
    pathPrefix: '/apps/category',
    shortcutKey: 'c',
  },
  {
    to: '/apps/customer/list',
    label: 'shell.menu.customers',
    icon: IconUsers,
    can: 'customer:read',
    pathPrefix: '/apps/customer',
    shortcutKey: 'u',
  },
  {
    to: '/apps/import',
    label: 'shell.menu.imports',
    icon: IconFileImport,
    can: 'import:read',
    pathPrefix: '/apps/import',
  },
  {
    to: '/apps/myStore/list',
    label: 'shell.menu.stores',
    icon: IconBuildingStore,
    pathPrefix: '/apps/myStore',
    shortcutKey: 's',
  },
  {
    to: '/apps/domains/list',
    label: 'shell.menu.domains',
    icon: IconWorld,
    can: 'domain:read',
    pathPrefix: '/apps/domains',
    shortcutKey: 'w',
  },
  {
    to: '/apps/cms',
    label: 'shell.menu.content',
    icon: IconLayout,
    can: 'cms:read',
    pathPrefix: '/apps/cms',
    shortcutKey: 'e',
  },
  {
    to: '/apps/themes',
    label: 'shell.menu.themes',
    icon: IconBrush,
    can: 'theme:read',
    pathPrefix: '/apps/themes',
    shortcutKey: 't',
  },
  {
    to: '/apps/payment',
    label: 'shell.menu.payment',
    icon: IconCreditCard,
    can: 'business:read',
    pathPrefix: '/apps/payment',
  },
  {
    to: '/apps/staff/list',
    label: 'shell.menu.staff',
    icon: IconUsersGroup,
    can: 'staff:read',
    pathPrefix: '/apps/staff',
    shortcutKey: 'm',
  },
  {
    to: '/apps/roles',
    label: 'shell.menu.roles',
    icon: IconUserShield,
    can: 'staff:read',
    pathPrefix: '/apps/roles',
  },
  {
    to: '/apps/permissions',
    label: 'shell.menu.permissions',
    icon: IconKey,
    can: 'staff:read',
    pathPrefix: '/apps/permissions',
  },
  {
    to: '/apps/developers',
    label: 'shell.menu.developers',
    icon: IconCode,
    can: 'developer:read',
    pathPrefix: '/apps/developers',
  },
  {
    to: '/dashboard?firstSteps',
    label: 'onboarding.show',
    icon: IconListCheck,
    can: 'business:write',
    pathPrefix: '/dashboard?firstSteps',
  },
  {
    to: '/apps/account',
    label: 'shell.menu.account',
    icon: IconUserCircle,
    pathPrefix: '/apps/account',
    shortcutKey: 'a',
  },
  { to: '/apps/seo', label: 'shell.menu.seo', icon: IconSeo, pathPrefix: '/apps/seo' },
  { to: '/apps/blogs', label: 'shell.menu.blogs', icon: IconNews, pathPrefix: '/apps/blogs' },
  {
    to: '/apps/marketing',
    label: 'shell.menu.marketing',
    icon: IconSpeakerphone,
    pathPrefix: '/apps/marketing',
  },
]

export type CreateTarget = {
  to: string
  label: ParseKeys
  can?: Permission /** Created by `c` on pages that begin like this. */
  pathPrefix: string /** Created by `c` and this elsewhere. */
  shortcutKey?: string
}

/** What can be made, and on which pages it is what one would make. */
export const createTargets: readonly CreateTarget[] = [
  {
    to: '/apps/product/create',
    label: 'search.action.product',
    can: 'product:write',
    pathPrefix: '/apps/product',
    shortcutKey: 'p',
  },
  {
    to: '/apps/order/create',
    label: 'search.action.order',
    can: 'order:write',
    pathPrefix: '/apps/order',
    shortcutKey: 'o',
  },
  {
    to: '/apps/category/list?edit=new',
    label: 'search.action.category',
    can: 'category:write',
    pathPrefix: '/apps/category',
    shortcutKey: 'c',
  },
  {
    to: '/apps/customer/create',
    label: 'search.action.customer',
    can: 'customer:write',
    pathPrefix: '/apps/customer',
    shortcutKey: 'u',
  },
  {
    to: '/apps/import',
    label: 'search.action.import',
    can: 'import:write',
    pathPrefix: '/apps/import',
    shortcutKey: 'i',
  },
  {
    to: '/apps/page/new/create',
    label: 'search.action.page',
    can: 'cms:write',
    pathPrefix: '/apps/cms',
  },
  {
    to: '/apps/staff/list?invite',
    label: 'search.action.staff',
    can: 'staff:write',
    pathPrefix: '/apps/staff',
    shortcutKey: 'm',
  },
  {
    to: '/apps/roles?edit=new',
    label: 'search.action.role',
    can: 'staff:write',
    pathPrefix: '/apps/roles',
  },
  {
    to: '/apps/developers?key=new',
    label: 'developer.key.add',
    can: 'developer:write',
    pathPrefix: '/apps/developers',
  },
  {
    to: '/apps/myStore/create',
    label: 'search.action.store',
    pathPrefix: '/apps/myStore',
    shortcutKey: 's',
  },
]

const isUnder = (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`)

export const findNavigationTarget = (path: string) =>
  navigationTargets.find(({ pathPrefix }) => isUnder(path, pathPrefix)) ??
  (isUnder(path, '/apps/page') ? navigationTargets.find(({ to }) => to === '/apps/cms') : undefined)
export const findCreateTarget = (path: string) =>
  createTargets.find(({ pathPrefix }) => isUnder(path, pathPrefix))
