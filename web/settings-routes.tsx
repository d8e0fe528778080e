import {
  IconBuildingStore,
  IconCode,
  IconCreditCard,
  IconFileImport,
  IconHistory,
  IconMail,
  IconReceiptTax,
  IconSettings,
  IconTruckDelivery,
  IconUsersGroup,
  IconWorld,
} from '@tabler/icons-react'
import { withLazyTexts } from './lib/preference/i18n.ts'
import type { PageRoute } from './shell/route/page-route.tsx'

/** The settings and their pages, in the order of the list of settings. */
export const settingsRoutes: PageRoute[] = [
  {
    path: '/apps/settings/store',
    keywords: 'store',
    can: 'business:read',
    settings: { label: 'storeDetails', icon: IconBuildingStore },
    load: () => withLazyTexts(import('./store/store-edit-page.tsx').then(m => m.CurrentStorePage)),
  },
  {
    path: '/apps/payment',
    keywords: 'payment',
    can: 'business:read',
    settings: { label: 'payment', icon: IconCreditCard },
    load: () =>
      withLazyTexts(
        import('./payment-method/payment-method-page.tsx').then(m => m.PaymentMethodPage),
      ),
  },
  {
    path: '/apps/settings/shipping',
    keywords: 'shipping',
    can: 'business:read',
    settings: { label: 'shipping', icon: IconTruckDelivery },
    load: () => withLazyTexts(import('./shipping/shipping-page.tsx').then(m => m.ShippingPage)),
  },
  {
    path: '/apps/settings/notifications',
    keywords: 'orderMail',
    can: 'business:read',
    settings: { label: 'orderMail', icon: IconMail },
    load: () =>
      withLazyTexts(import('./order-mail/order-mail-page.tsx').then(m => m.OrderMailPage)),
  },
  {
    path: '/apps/settings/taxes',
    keywords: 'taxes',
    can: 'business:read',
    settings: { label: 'taxes', icon: IconReceiptTax },
    load: () => withLazyTexts(import('./tax/tax-page.tsx').then(m => m.TaxPage)),
  },
  {
    path: '/apps/staff/list',
    keywords: 'staff',
    can: 'staff:read',
    settings: {
      label: 'staff',
      shortcutKey: 'm',
      icon: IconUsersGroup,
      pathPrefixes: ['/apps/staff', '/apps/roles', '/apps/permissions'],
    },
    create: {
      query: '?invite',
      label: 'search.action.staff',
      can: 'staff:write',
      shortcutKey: 'm',
      pathPrefix: '/apps/staff',
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
    keywords: 'access',
    can: 'staff:read',
    targets: [{ label: 'shell.menu.roles', icon: IconUsersGroup }],
    create: { query: '?edit=new', label: 'search.action.role', can: 'staff:write' },
    load: () => withLazyTexts(import('./role/role-list-page.tsx').then(m => m.RoleListPage)),
  },
  {
    path: '/apps/permissions',
    keywords: 'access',
    can: 'staff:read',
    targets: [{ label: 'shell.menu.permissions', icon: IconUsersGroup }],
    load: () => withLazyTexts(import('./role/permission-page.tsx').then(m => m.PermissionPage)),
  },
  {
    path: '/apps/domains/list',
    keywords: 'domains',
    can: 'domain:read',
    settings: {
      label: 'domains',
      shortcutKey: 'w',
      icon: IconWorld,
      pathPrefixes: ['/apps/domains'],
    },
    load: () => withLazyTexts(import('./domain/domain-list-page.tsx').then(m => m.DomainListPage)),
  },
  {
    path: '/apps/import',
    keywords: 'imports',
    can: 'import:read',
    settings: { label: 'imports', icon: IconFileImport },
    create: { label: 'search.action.import', can: 'import:write', shortcutKey: 'i' },
    load: () => withLazyTexts(import('./import/import-list-page.tsx').then(m => m.ImportListPage)),
  },
  {
    path: '/apps/import/:id',
    can: 'import:read',
    load: () => withLazyTexts(import('./import/import-view-page.tsx').then(m => m.ImportViewPage)),
  },
  {
    path: '/apps/developers',
    keywords: 'developers',
    can: 'developer:read',
    settings: { label: 'developers', icon: IconCode },
    create: { query: '?key=new', label: 'developer.apiKey.add', can: 'developer:write' },
    load: () => withLazyTexts(import('./developer/developer-page.tsx').then(m => m.DeveloperPage)),
  },
  {
    path: '/apps/developers/webhook/:id',
    can: 'developer:read',
    load: () => withLazyTexts(import('./developer/webhook-page.tsx').then(m => m.WebhookPage)),
  },
  {
    path: '/apps/audit',
    keywords: 'audit',
    can: 'audit:read',
    settings: { label: 'audit', icon: IconHistory },
    load: () => withLazyTexts(import('./audit/audit-page.tsx').then(m => m.AuditPage)),
  },
  {
    path: '/apps/plan',
    load: () => withLazyTexts(import('./account/plan/plan-page.tsx').then(m => m.PlanPage)),
  },
  {
    path: '/apps/settings',
    keywords: 'settings',
    menu: { group: 'settings', label: 'settings', icon: IconSettings },
    load: () => import('./shell/settings/settings-page.tsx').then(m => m.SettingsPage),
  },
]
