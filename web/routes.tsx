import {
  IconBox,
  IconBrush,
  IconBuildingStore,
  IconChartBar,
  IconCode,
  IconCreditCard,
  IconFileImport,
  IconHistory,
  IconHome,
  IconKey,
  IconLayout,
  IconLayoutGrid,
  IconNews,
  IconSeo,
  IconShoppingCart,
  IconSpeakerphone,
  IconUserShield,
  IconUsers,
  IconUsersGroup,
  IconWorld,
} from '@tabler/icons-react'
import { loadLazyTexts } from './lib/preference/i18n.ts'
import type { PageRoute } from './shell/page-route.tsx'

/** A page outside the daily work, with the part of the texts that says what is on it. */
const withLazyTexts = async <T,>(page: Promise<T>): Promise<T> =>
  (await Promise.all([page, loadLazyTexts()]))[0]
const loadComingSoon = () => import('./shell/coming-soon-page.tsx').then(m => m.ComingSoonPage)

/** Pages that need no session. */
export const publicRoutes: PageRoute[] = [
  { path: '/login', load: () => import('./account/login/login-page.tsx').then(m => m.LoginPage) },
  {
    path: '/register',
    load: () => import('./account/login/register-page.tsx').then(m => m.RegisterPage),
  },
  {
    path: '/forgot-password',
    load: () => import('./account/login/forgot-password-page.tsx').then(m => m.ForgotPasswordPage),
  },
  {
    path: '/reset-password',
    load: () => import('./account/login/reset-password-page.tsx').then(m => m.ResetPasswordPage),
  },
  {
    path: '/two-steps',
    load: () => import('./account/login/two-steps-page.tsx').then(m => m.TwoStepsPage),
  },
  {
    path: '/verify-email',
    load: () => import('./account/login/verify-email-page.tsx').then(m => m.VerifyEmailPage),
  },
  {
    path: '/confirm-email',
    load: () => import('./account/login/confirm-email-page.tsx').then(m => m.ConfirmEmailPage),
  },
  {
    path: '/accept-invitation',
    load: () =>
      import('./account/login/accept-invitation-page.tsx').then(m => m.AcceptInvitationPage),
  },
  {
    path: '/under-maintenance',
    load: () => import('./shell/under-maintenance-page.tsx').then(m => m.UnderMaintenancePage),
  },
]

/** Pages inside the frame, in the order of the menu: path, permission, place in the menu, code. */
export const appRoutes: PageRoute[] = [
  {
    path: '/dashboard',
    can: 'dashboard:read',
    isHome: true,
    menu: { group: 'sell', label: 'dashboard', icon: IconHome, isInBottomBar: true },
    load: () => import('./shell/home-page.tsx').then(m => m.HomePage),
  },
  {
    path: '/dashboard2',
    can: 'dashboard:read',
    menu: { group: 'sell', label: 'performance', icon: IconChartBar },
    load: () => import('./dashboard/dashboard-shop-page.tsx').then(m => m.DashboardShopPage),
  },
  {
    path: '/apps/order/list',
    can: 'order:read',
    menu: {
      group: 'sell',
      label: 'orders',
      icon: IconShoppingCart,
      pathPrefix: '/apps/order',
      isInBottomBar: true,
    },
    load: () => import('./order/order-list-page.tsx').then(m => m.OrderListPage),
  },
  {
    path: '/apps/order/create',
    can: 'order:write',
    load: () => import('./order/order-new-page.tsx').then(m => m.OrderNewPage),
  },
  {
    path: '/apps/order/orderDetail/:id',
    can: 'order:read',
    load: () => import('./order/order-detail-page.tsx').then(m => m.OrderDetailPage),
  },
  {
    path: '/apps/product/list',
    can: 'product:read',
    menu: {
      group: 'sell',
      label: 'products',
      icon: IconBox,
      pathPrefix: '/apps/product',
      isInBottomBar: true,
    },
    load: () => import('./product/product-list-page.tsx').then(m => m.ProductListPage),
  },
  {
    path: '/apps/product/create',
    can: 'product:write',
    load: () => import('./product/product-edit-page.tsx').then(m => m.ProductNewPage),
  },
  {
    path: '/apps/product/update/:id',
    can: 'product:read',
    load: () => import('./product/product-edit-page.tsx').then(m => m.ProductEditPage),
  },
  {
    path: '/apps/category/list',
    can: 'category:read',
    menu: {
      group: 'sell',
      label: 'categories',
      icon: IconLayoutGrid,
      pathPrefix: '/apps/category',
    },
    load: () => import('./category/category-list-page.tsx').then(m => m.CategoryListPage),
  },
  {
    path: '/apps/customer/list',
    can: 'customer:read',
    menu: {
      group: 'sell',
      label: 'customers',
      icon: IconUsers,
      pathPrefix: '/apps/customer',
      isInBottomBar: true,
    },
    load: () => import('./customer/customer-list-page.tsx').then(m => m.CustomerListPage),
  },
  {
    path: '/apps/customer/create',
    can: 'customer:write',
    load: () => import('./customer/customer-view-page.tsx').then(m => m.CustomerNewPage),
  },
  {
    path: '/apps/customer/view/:id',
    can: 'customer:read',
    load: () => import('./customer/customer-view-page.tsx').then(m => m.CustomerViewPage),
  },
  {
    path: '/apps/payment',
    can: 'business:read',
    menu: { group: 'settings', label: 'payment', icon: IconCreditCard },
    load: () => import('./payment-method/payment-method-page.tsx').then(m => m.PaymentMethodPage),
  },
  {
    path: '/apps/staff/list',
    can: 'staff:read',
    menu: { group: 'settings', label: 'staff', icon: IconUsersGroup, pathPrefix: '/apps/staff' },
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
    load: () => import('./developer/developer-page.tsx').then(m => m.DeveloperPage),
  },
  {
    path: '/apps/developers/webhook/:id',
    can: 'developer:read',
    load: () => import('./developer/webhook-page.tsx').then(m => m.WebhookPage),
  },
  {
    path: '/apps/import',
    can: 'import:read',
    menu: { group: 'settings', label: 'imports', icon: IconFileImport, pathPrefix: '/apps/import' },
    load: () => import('./import/import-list-page.tsx').then(m => m.ImportListPage),
  },
  {
    path: '/apps/import/:id',
    can: 'import:read',
    load: () => import('./import/import-view-page.tsx').then(m => m.ImportViewPage),
  },
  {
    path: '/apps/audit',
    can: 'audit:read',
    menu: { group: 'settings', label: 'audit', icon: IconHistory },
    load: () => withLazyTexts(import('./audit/audit-page.tsx').then(m => m.AuditPage)),
  },
  {
    path: '/apps/myStore/list',
    menu: { group: 'store', label: 'stores', icon: IconBuildingStore, pathPrefix: '/apps/myStore' },
    load: () => import('./business/business-list-page.tsx').then(m => m.BusinessListPage),
  },
  {
    path: '/apps/myStore/create',
    load: () => import('./business/business-edit-page.tsx').then(m => m.BusinessNewPage),
  },
  {
    path: '/apps/myStore/update/:id',
    load: () => import('./business/business-edit-page.tsx').then(m => m.BusinessEditPage),
  },
  {
    path: '/apps/domains/list',
    can: 'domain:read',
    menu: { group: 'store', label: 'domains', icon: IconWorld },
    load: () => withLazyTexts(import('./domain/domain-list-page.tsx').then(m => m.DomainListPage)),
  },
  {
    path: '/apps/cms',
    can: 'cms:read',
    menu: { group: 'store', label: 'content', icon: IconLayout, pathPrefix: '/apps/page' },
    load: () => withLazyTexts(import('./cms/cms-page.tsx').then(m => m.CmsPage)),
  },
  {
    path: '/apps/page/new/create',
    can: 'cms:write',
    load: () => withLazyTexts(import('./cms/content-edit-page.tsx').then(m => m.ContentNewPage)),
  },
  {
    path: '/apps/page/:slug/update',
    can: 'cms:write',
    load: () => withLazyTexts(import('./cms/content-edit-page.tsx').then(m => m.ContentEditPage)),
  },
  {
    path: '/apps/page/:slug',
    can: 'cms:read',
    load: () => withLazyTexts(import('./cms/content-view-page.tsx').then(m => m.ContentViewPage)),
  },
  {
    path: '/apps/themes',
    can: 'theme:read',
    menu: { group: 'store', label: 'themes', icon: IconBrush, pathPrefix: '/apps/themes' },
    load: () =>
      withLazyTexts(import('./theme/theme-gallery-page.tsx').then(m => m.ThemeGalleryPage)),
  },
  {
    path: '/apps/themes/customise/:id',
    can: 'theme:write',
    load: () => withLazyTexts(import('./theme/theme-edit-page.tsx').then(m => m.ThemeEditPage)),
  },
  { path: '/apps/seo', menu: { group: 'grow', label: 'seo', icon: IconSeo }, load: loadComingSoon },
  {
    path: '/apps/blogs',
    menu: { group: 'grow', label: 'blogs', icon: IconNews },
    load: loadComingSoon,
  },
  {
    path: '/apps/marketing',
    menu: { group: 'grow', label: 'marketing', icon: IconSpeakerphone },
    load: loadComingSoon,
  },
  { path: '/apps/coming-soon', load: loadComingSoon },
  {
    path: '/apps/account',
    load: () =>
      withLazyTexts(import('./account/profile/account-page.tsx').then(m => m.AccountPage)),
  },
  {
    path: '/lock-screen',
    load: () => import('./shell/lock-screen-page.tsx').then(m => m.LockScreenPage),
  },
]

/** Pages that people come to when something is wrong, in the frame for those who have one. */
export const errorRoutes: PageRoute[] = [
  { path: '/error', load: () => import('./shell/error-page.tsx').then(m => m.RequestErrorPage) },
  {
    path: '/not-authorized',
    load: () => import('./shell/not-authorized-page.tsx').then(m => m.NotAuthorizedPage),
  },
]

/** The line of an address. Written out because the router is not there yet when the first page's code is asked for. */
export const findRoute = (pathname: string): PageRoute | undefined =>
  [...publicRoutes, ...appRoutes, ...errorRoutes].find(({ path }) =>
    new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`).test(pathname),
  )
