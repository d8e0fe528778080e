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

export type Place = {
  to: string
  label: ParseKeys
  icon: Icon
  can?: Permission
  /** Pages beneath it begin like this. */
  covers: string
  /** Goes there after `g`. */
  key?: string
}

/** Where one can go: for the search, the shortcuts and the icons of bookmarks. */
export const places: readonly Place[] = [
  {
    to: '/dashboard',
    label: 'shell.menu.dashboard',
    icon: IconHome,
    can: 'dashboard:read',
    covers: '/dashboard',
    key: 'd',
  },
  {
    to: '/dashboard2',
    label: 'shell.menu.performance',
    icon: IconChartBar,
    can: 'dashboard:read',
    covers: '/dashboard2',
  },
  {
    to: '/apps/order/list',
    label: 'shell.menu.orders',
    icon: IconShoppingCart,
    can: 'order:read',
    covers: '/apps/order',
    key: 'o',
  },
  {
    to: '/apps/product/list',
    label: 'shell.menu.products',
    icon: IconBox,
    can: 'product:read',
    covers: '/apps/product',
    key: 'p',
  },
  {
    to: '/apps/category/list',
    label: 'shell.menu.categories',
    icon: IconLayoutGrid,
    can: 'category:read',
    covers: '/apps/category',
    key: 'c',
  },
  {
    to: '/apps/customer/list',
    label: 'shell.menu.customers',
    icon: IconUsers,
    can: 'customer:read',
    covers: '/apps/customer',
    key: 'u',
  },
  {
    to: '/apps/import',
    label: 'shell.menu.imports',
    icon: IconFileImport,
    can: 'import:read',
    covers: '/apps/import',
  },
  {
    to: '/apps/myStore/list',
    label: 'shell.menu.stores',
    icon: IconBuildingStore,
    covers: '/apps/myStore',
    key: 's',
  },
  {
    to: '/apps/domains/list',
    label: 'shell.menu.domains',
    icon: IconWorld,
    can: 'domain:read',
    covers: '/apps/domains',
    key: 'w',
  },
  {
    to: '/apps/cms',
    label: 'shell.menu.content',
    icon: IconLayout,
    can: 'cms:read',
    covers: '/apps/cms',
    key: 'e',
  },
  {
    to: '/apps/themes',
    label: 'shell.menu.themes',
    icon: IconBrush,
    can: 'theme:read',
    covers: '/apps/themes',
    key: 't',
  },
  {
    to: '/apps/payment',
    label: 'shell.menu.payment',
    icon: IconCreditCard,
    can: 'business:read',
    covers: '/apps/payment',
  },
  {
    to: '/apps/staff/list',
    label: 'shell.menu.staff',
    icon: IconUsersGroup,
    can: 'staff:read',
    covers: '/apps/staff',
    key: 'm',
  },
  {
    to: '/apps/roles',
    label: 'shell.menu.roles',
    icon: IconUserShield,
    can: 'staff:read',
    covers: '/apps/roles',
  },
  {
    to: '/apps/permissions',
    label: 'shell.menu.permissions',
    icon: IconKey,
    can: 'staff:read',
    covers: '/apps/permissions',
  },
  {
    to: '/apps/developers',
    label: 'shell.menu.developers',
    icon: IconCode,
    can: 'developer:read',
    covers: '/apps/developers',
  },
  {
    to: '/dashboard?firstSteps',
    label: 'onboarding.show',
    icon: IconListCheck,
    can: 'business:write',
    covers: '/dashboard?firstSteps',
  },
  {
    to: '/apps/account',
    label: 'shell.menu.account',
    icon: IconUserCircle,
    covers: '/apps/account',
    key: 'a',
  },
  { to: '/apps/seo', label: 'shell.menu.seo', icon: IconSeo, covers: '/apps/seo' },
  { to: '/apps/blogs', label: 'shell.menu.blogs', icon: IconNews, covers: '/apps/blogs' },
  {
    to: '/apps/marketing',
    label: 'shell.menu.marketing',
    icon: IconSpeakerphone,
    covers: '/apps/marketing',
  },
]

export type Creation = {
  to: string
  label: ParseKeys
  can?: Permission /** Created by `c` on pages that begin like this. */
  at: string /** Created by `c` and this elsewhere. */
  key?: string
}

/** What can be made, and on which pages it is what one would make. */
export const creations: readonly Creation[] = [
  {
    to: '/apps/product/create',
    label: 'search.action.product',
    can: 'product:write',
    at: '/apps/product',
    key: 'p',
  },
  {
    to: '/apps/order/create',
    label: 'search.action.order',
    can: 'order:write',
    at: '/apps/order',
    key: 'o',
  },
  {
    to: '/apps/category/list?edit=new',
    label: 'search.action.category',
    can: 'category:write',
    at: '/apps/category',
    key: 'c',
  },
  {
    to: '/apps/customer/create',
    label: 'search.action.customer',
    can: 'customer:write',
    at: '/apps/customer',
    key: 'u',
  },
  {
    to: '/apps/import',
    label: 'search.action.import',
    can: 'import:write',
    at: '/apps/import',
    key: 'i',
  },
  { to: '/apps/page/new/create', label: 'search.action.page', can: 'cms:write', at: '/apps/cms' },
  {
    to: '/apps/staff/list?invite',
    label: 'search.action.staff',
    can: 'staff:write',
    at: '/apps/staff',
    key: 'm',
  },
  {
    to: '/apps/roles?edit=new',
    label: 'search.action.role',
    can: 'staff:write',
    at: '/apps/roles',
  },
  {
    to: '/apps/developers?key=new',
    label: 'developer.key.add',
    can: 'developer:write',
    at: '/apps/developers',
  },
  { to: '/apps/myStore/create', label: 'search.action.store', at: '/apps/myStore', key: 's' },
]

const isUnder = (path: string, start: string) => path === start || path.startsWith(`${start}/`)

export const placeAt = (path: string) =>
  places.find(({ covers }) => isUnder(path, covers)) ??
  (isUnder(path, '/apps/page') ? places.find(({ to }) => to === '/apps/cms') : undefined)
export const creationAt = (path: string) => creations.find(({ at }) => isUnder(path, at))
