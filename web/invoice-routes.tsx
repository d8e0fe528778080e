import { IconFileInvoice } from '@tabler/icons-react'
import { withLazyTexts } from './lib/preference/i18n.ts'
import type { PageRoute } from './shell/route/page-route.tsx'

export const invoiceRoutes: PageRoute[] = [
  {
    path: '/apps/invoice/list',
    keywords: 'invoices',
    can: 'invoice:read',
    menu: {
      group: 'sell',
      label: 'invoices',
      icon: IconFileInvoice,
      pathPrefixes: ['/apps/invoice'],
    },
    load: () =>
      withLazyTexts(import('./invoice/invoice-list-page.tsx').then(m => m.InvoiceListPage)),
  },
  {
    path: '/apps/invoice/view/:id',
    can: 'invoice:read',
    load: () =>
      withLazyTexts(import('./invoice/invoice-view-page.tsx').then(m => m.InvoiceViewPage)),
  },
  {
    path: '/apps/invoice/edit/:id',
    can: 'invoice:write',
    load: () =>
      withLazyTexts(import('./invoice/invoice-edit-page.tsx').then(m => m.InvoiceEditPage)),
  },
]
