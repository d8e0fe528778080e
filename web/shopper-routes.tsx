import {
  IconArrowBackUp,
  IconBasket,
  IconBellRinging,
  IconMailCheck,
  IconReplace,
  IconSpeakerphone,
  IconStar,
} from '@tabler/icons-react'
import { withLazyTexts } from './lib/preference/i18n.ts'
import type { PageRoute } from './shell/route/page-route.tsx'

/** The pages for data of shoppers other than orders, such as carts, searches and reviews. */
export const shopperRoutes: PageRoute[] = [
  {
    path: '/apps/campaign/list',
    keywords: 'campaigns',
    can: 'campaign:read',
    menu: {
      group: 'sell',
      label: 'campaigns',
      icon: IconSpeakerphone,
      pathPrefixes: ['/apps/campaign'],
    },
    load: () =>
      withLazyTexts(import('./campaign/campaign-list-page.tsx').then(m => m.CampaignListPage)),
  },
  {
    path: '/apps/campaign/create',
    can: 'campaign:write',
    create: { label: 'search.action.campaign', pathPrefix: '/apps/campaign' },
    load: () =>
      withLazyTexts(import('./campaign/campaign-new-page.tsx').then(m => m.CampaignNewPage)),
  },
  {
    path: '/apps/campaign/edit/:id',
    can: 'campaign:read',
    load: () =>
      withLazyTexts(import('./campaign/campaign-edit-page.tsx').then(m => m.CampaignEditPage)),
  },
  {
    path: '/apps/campaign/automations',
    can: 'campaign:read',
    load: () =>
      withLazyTexts(
        import('./campaign/automation/automation-list-page.tsx').then(m => m.AutomationListPage),
      ),
  },
  {
    path: '/apps/campaign/segments',
    can: 'campaign:read',
    load: () =>
      withLazyTexts(import('./campaign/segment-list-page.tsx').then(m => m.SegmentListPage)),
  },
  {
    path: '/apps/campaign/suppressions',
    can: 'campaign:read',
    load: () =>
      withLazyTexts(
        import('./campaign/suppression-list-page.tsx').then(m => m.SuppressionListPage),
      ),
  },
  {
    path: '/apps/cart/list',
    keywords: 'carts',
    can: 'order:read',
    targets: [{ label: 'shell.menu.carts', icon: IconBasket }],
    load: () => withLazyTexts(import('./cart/cart-list-page.tsx').then(m => m.CartListPage)),
  },
  {
    path: '/apps/return/list',
    keywords: 'returns',
    can: 'order:read',
    targets: [{ label: 'shell.menu.returns', icon: IconArrowBackUp }],
    load: () =>
      withLazyTexts(import('./order/return/return-list-page.tsx').then(m => m.ReturnListPage)),
  },
  {
    path: '/apps/return/view/:id',
    can: 'order:read',
    load: () =>
      withLazyTexts(import('./order/return/return-view-page.tsx').then(m => m.ReturnViewPage)),
  },
  {
    path: '/apps/product/search-rules',
    keywords: 'searchRules',
    can: 'cms:read',
    targets: [{ label: 'shell.menu.searchRules', icon: IconReplace }],
    load: () =>
      withLazyTexts(
        import('./search-rule/search-rule-list-page.tsx').then(m => m.SearchRuleListPage),
      ),
  },
  {
    path: '/apps/review/list',
    keywords: 'reviews',
    can: 'product:read',
    targets: [{ label: 'shell.menu.reviews', icon: IconStar }],
    load: () => withLazyTexts(import('./review/review-list-page.tsx').then(m => m.ReviewListPage)),
  },
  {
    path: '/apps/marketing/subscribers',
    keywords: 'subscribers',
    can: 'customer:read',
    targets: [{ label: 'shell.menu.subscribers', icon: IconMailCheck }],
    load: () =>
      withLazyTexts(
        import('./subscriber/subscriber-list-page.tsx').then(m => m.SubscriberListPage),
      ),
  },
  {
    path: '/apps/marketing/alerts',
    keywords: 'productAlerts',
    can: 'customer:read',
    targets: [{ label: 'shell.menu.productAlerts', icon: IconBellRinging }],
    load: () =>
      withLazyTexts(
        import('./product-alert/product-alert-list-page.tsx').then(m => m.ProductAlertListPage),
      ),
  },
]
