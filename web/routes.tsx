import {
  IconBox,
  IconBrush,
  IconBuildingStore,
  IconChartBar,
  IconHome,
  IconId,
  IconLayoutGrid,
  IconListCheck,
  IconNews,
  IconRosetteDiscount,
  IconSeo,
  IconShoppingCart,
  IconSpeakerphone,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react'
import { contentRoutes } from './content-routes.tsx'
import { deskRoutes } from './desk-routes.tsx'
import { invoiceRoutes } from './invoice-routes.tsx'
import { withLazyTexts } from './lib/preference/i18n.ts'
import { settingsRoutes } from './settings-routes.tsx'
import type { PageRoute } from './shell/route/page-route.tsx'
import { shopperRoutes } from './shopper-routes.tsx'

export const loadComingSoon = () =>
  import('./shell/coming-soon-page.tsx').then(m => m.ComingSoonPage)

/** The pages inside the shell, in the order of the menu. */
export const appRoutes: PageRoute[] = [
  {
    path: '/dashboard',
    keywords: 'dashboard',
    can: 'dashboard:read',
    isHome: true,
    menu: {
      group: 'sell',
      label: 'dashboard',
      shortcutKey: 'd',
      icon: IconHome,
      isInBottomBar: true,
    },
    targets: [
      {
        query: '?onboarding',
        label: 'onboarding.show',
        icon: IconListCheck,
        can: 'business:write',
      },
    ],
    load: () => import('./shell/home-page.tsx').then(m => m.HomePage),
  },
  {
    path: '/dashboard2',
    keywords: 'analytics',
    can: 'dashboard:read',
    menu: { group: 'sell', label: 'analytics', icon: IconChartBar },
    load: () =>
      import('./dashboard/dashboard-analytics-page.tsx').then(m => m.DashboardAnalyticsPage),
  },
  {
    path: '/apps/order/list',
    keywords: 'orders',
    can: 'order:read',
    menu: {
      group: 'sell',
      label: 'orders',
      shortcutKey: 'o',
      icon: IconShoppingCart,
      pathPrefixes: ['/apps/order', '/apps/cart', '/apps/return'],
      isInBottomBar: true,
    },
    load: () => import('./order/list/order-list-page.tsx').then(m => m.OrderListPage),
  },
  {
    path: '/apps/order/create',
    can: 'order:write',
    create: { label: 'search.action.order', pathPrefix: '/apps/order', shortcutKey: 'o' },
    load: () => withLazyTexts(import('./order/new/order-new-page.tsx').then(m => m.OrderNewPage)),
  },
  {
    path: '/apps/order/orderDetail/:id',
    can: 'order:read',
    load: () =>
      withLazyTexts(import('./order/detail/order-detail-page.tsx').then(m => m.OrderDetailPage)),
  },
  {
    path: '/apps/order/items/:id',
    can: 'order:write',
    load: () => withLazyTexts(import('./order/order-items-page.tsx').then(m => m.OrderItemsPage)),
  },
  {
    path: '/apps/order/print/:id',
    can: 'order:read',
    load: () => import('./order/print/order-paper-page.tsx').then(m => m.OrderPaperPage),
  },
  ...invoiceRoutes,
  {
    path: '/apps/product/list',
    keywords: 'products',
    can: 'product:read',
    menu: {
      group: 'sell',
      label: 'products',
      shortcutKey: 'p',
      icon: IconBox,
      pathPrefixes: ['/apps/product', '/apps/review'],
      isInBottomBar: true,
    },
    load: () => import('./product/list/product-list-page.tsx').then(m => m.ProductListPage),
  },
  {
    path: '/apps/product/create',
    can: 'product:write',
    create: { label: 'search.action.product', pathPrefix: '/apps/product', shortcutKey: 'p' },
    load: () => import('./product/product-edit-page.tsx').then(m => m.ProductNewPage),
  },
  {
    path: '/apps/product/update/:id',
    can: 'product:read',
    load: () => import('./product/product-edit-page.tsx').then(m => m.ProductEditPage),
  },
  {
    path: '/apps/category/list',
    keywords: 'categories',
    can: 'category:read',
    menu: {
      group: 'sell',
      label: 'categories',
      shortcutKey: 'c',
      icon: IconLayoutGrid,
      pathPrefixes: ['/apps/category'],
    },
    create: {
      query: '?edit=new',
      label: 'search.action.category',
      can: 'category:write',
      pathPrefix: '/apps/category',
      shortcutKey: 'c',
    },
    load: () =>
      withLazyTexts(import('./category/category-list-page.tsx').then(m => m.CategoryListPage)),
  },
  {
    path: '/apps/discount/list',
    keywords: 'discounts',
    can: 'product:read',
    menu: {
      group: 'sell',
      label: 'discounts',
      icon: IconRosetteDiscount,
      pathPrefixes: ['/apps/discount'],
    },
    load: () =>
      withLazyTexts(import('./discount/discount-list-page.tsx').then(m => m.DiscountListPage)),
  },
  {
    path: '/apps/customer/list',
    keywords: 'customers',
    can: 'customer:read',
    menu: {
      group: 'sell',
      label: 'customers',
      shortcutKey: 'u',
      icon: IconUsers,
      pathPrefixes: ['/apps/customer', '/apps/marketing/subscribers'],
      isInBottomBar: true,
    },
    load: () => import('./customer/customer-list-page.tsx').then(m => m.CustomerListPage),
  },
  {
    path: '/apps/customer/create',
    can: 'customer:write',
    create: { label: 'search.action.customer', pathPrefix: '/apps/customer', shortcutKey: 'u' },
    load: () => import('./customer/customer-view-page.tsx').then(m => m.CustomerNewPage),
  },
  {
    path: '/apps/customer/view/:id',
    can: 'customer:read',
    load: () =>
      withLazyTexts(import('./customer/customer-view-page.tsx').then(m => m.CustomerViewPage)),
  },
  ...shopperRoutes,
  ...deskRoutes,
  ...contentRoutes,
  {
    path: '/apps/themes',
    keywords: 'themes',
    can: 'theme:read',
    menu: {
      group: 'store',
      label: 'themes',
      shortcutKey: 't',
      icon: IconBrush,
      pathPrefixes: ['/apps/themes'],
    },
    load: () =>
      withLazyTexts(import('./theme/theme-gallery-page.tsx').then(m => m.ThemeGalleryPage)),
  },
  {
    path: '/apps/themes/customise/:id',
    can: 'theme:read',
    isFullScreen: true,
    load: () =>
      withLazyTexts(import('./theme-editor/theme-editor-page.tsx').then(m => m.ThemeEditorPage)),
  },
  {
    path: '/apps/myStore/list',
    keywords: 'stores',
    menu: {
      group: 'store',
      label: 'stores',
      shortcutKey: 's',
      icon: IconBuildingStore,
      pathPrefixes: ['/apps/myStore'],
    },
    load: () => withLazyTexts(import('./store/store-list-page.tsx').then(m => m.StoreListPage)),
  },
  {
    path: '/apps/myStore/create',
    create: { label: 'search.action.store', pathPrefix: '/apps/myStore', shortcutKey: 's' },
    load: () => withLazyTexts(import('./store/store-edit-page.tsx').then(m => m.StoreNewPage)),
  },
  {
    path: '/apps/myStore/update/:id',
    load: () => withLazyTexts(import('./store/store-edit-page.tsx').then(m => m.StoreEditPage)),
  },
  {
    path: '/apps/seo',
    targets: [{ label: 'shell.menu.seo', icon: IconSeo }],
    load: loadComingSoon,
  },
  {
    path: '/apps/blogs',
    targets: [{ label: 'shell.menu.blogs', icon: IconNews }],
    load: loadComingSoon,
  },
  {
    path: '/apps/marketing',
    targets: [{ label: 'shell.menu.marketing', icon: IconSpeakerphone }],
    load: loadComingSoon,
  },
  { path: '/apps/coming-soon', load: loadComingSoon },
  {
    path: '/apps/profile',
    keywords: 'profile',
    targets: [{ label: 'shell.menu.profile', icon: IconId }],
    load: () => withLazyTexts(import('./audit/profile-page.tsx').then(m => m.ProfilePage)),
  },
  {
    path: '/apps/account',
    keywords: 'account',
    targets: [{ label: 'shell.menu.account', icon: IconUserCircle, shortcutKey: 'a' }],
    load: () =>
      withLazyTexts(import('./account/profile/account-page.tsx').then(m => m.AccountPage)),
  },
  {
    path: '/lock-screen',
    load: () => import('./shell/lock/lock-screen-page.tsx').then(m => m.LockScreenPage),
  },
  ...settingsRoutes,
]
