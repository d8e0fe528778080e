import {
  IconCode,
  IconCreditCard,
  IconFileImport,
  IconHistory,
  IconKey,
  IconUserShield,
  IconUsersGroup,
} from '@tabler/icons-react'
import type { PageRoute } from './shell/route/page-route.tsx'
import { withLazyTexts } from './shell/route/with-lazy-texts.ts'

/** Pages of the menu group "settings". */
export const settingsRoutes: PageRoute[] = [
  {
    path: '/apps/payment',
    can: 'business:read',
    menu: { group: 'settings', label: 'payment', icon: IconCreditCard },
    load: () => import('./payment-method/payment-method-page.tsx').then(m => m.PaymentMethodPage),
  },
  {
    path: '/apps/staff/list',
    can: 'staff:read',
    menu: {
      group: 'settings',
      label: 'staff',
      shortcutKey: 'm',
      icon: IconUsersGroup,
      pathPrefix: '/apps/staff',
    },
    create: {
      query: '?invite',
      label: 'search.action.staff',
      can: 'staff:write',
      shortcutKey: 'm',
    },
    load: () => withLazyTexts(import('./staff/staff-list-page.tsx').then(m => m.StaffListPage)),
  },
  {
    path: '/apps/staff/view/:id',
    can: 'staff:read',
    load: () => withLazyTexts(import('./staff/staff-view-page.tsx').then(m => m.StaffViewPage)),
  },
  {
    path: '/apps/staff/ownership/:id',
    load: () => withLazyTexts(import('./staff/ownership-page.tsx').then(m => m.OwnershipPage)),
  },
  {
    path: '/apps/roles',
    can: 'staff:read',
    menu: { group: 'settings', label: 'roles', icon: IconUserShield, pathPrefix: '/apps/roles' },
    create: { query: '?edit=new', label: 'search.action.role', can: 'staff:write' },
    load: () => import('./role/role-list-page.tsx').then(m => m.RoleListPage),
  },
  {
    path: '/apps/permissions',
    can: 'staff:read',
    menu: {
      group: 'settings',
      label: 'permissions',
      icon: IconKey,
      pathPrefix: '/apps/permissions',
    },
    load: () => import('./role/permission-page.tsx').then(m => m.PermissionPage),
  },
  {
    path: '/apps/developers',
    can: 'developer:read',
    menu: {
      group: 'settings',
      label: 'developers',
      icon: IconCode,
      pathPrefix: '/apps/developers',
    },
    create: { query: '?key=new', label: 'developer.apiKey.add', can: 'developer:write' },
    load: () => withLazyTexts(import('./developer/developer-page.tsx').then(m => m.DeveloperPage)),
  },
  {
    path: '/apps/developers/webhook/:id',
    can: 'developer:read',
    load: () => withLazyTexts(import('./developer/webhook-page.tsx').then(m => m.WebhookPage)),
  },
  {
    path: '/apps/import',
    can: 'import:read',
    menu: { group: 'settings', label: 'imports', icon: IconFileImport, pathPrefix: '/apps/import' },
    create: { label: 'search.action.import', can: 'import:write', shortcutKey: 'i' },
    load: () => import('./import/import-list-page.tsx').then(m => m.ImportListPage),
  },
  {
    path: '/apps/import/:id',
    can: 'import:read',
    load: () => withLazyTexts(import('./import/import-view-page.tsx').then(m => m.ImportViewPage)),
  },
  {
    path: '/apps/audit',
    can: 'audit:read',
    menu: { group: 'settings', label: 'audit', icon: IconHistory },
    load: () => withLazyTexts(import('./audit/audit-page.tsx').then(m => m.AuditPage)),
  },
]
