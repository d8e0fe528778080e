import {
  IconArrowBackUp,
  IconBasket,
  IconBellRinging,
  IconMail,
  IconMailCheck,
  IconStar,
} from '@tabler/icons-react'
import { withLazyTexts } from './lib/preference/i18n.ts'
import type { PageRoute } from './shell/route/page-route.tsx'

/** The pages for data of shoppers other than orders, such as carts and messages. */
export const shopperRoutes: PageRoute[] = [
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
    path: '/apps/message/list',
    keywords: 'messages',
    can: 'customer:read',
    targets: [{ label: 'shell.menu.messages', icon: IconMail }],
    load: () =>
      withLazyTexts(
        import('./contact-message/contact-message-list-page.tsx').then(
          m => m.ContactMessageListPage,
        ),
      ),
  },
  {
    path: '/apps/message/view/:id',
    can: 'customer:read',
    load: () =>
      withLazyTexts(
        import('./contact-message/contact-message-view-page.tsx').then(
          m => m.ContactMessageViewPage,
        ),
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
