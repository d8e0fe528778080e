import { invoiceApi } from '#contract/invoice/invoice.ts'
import { storeApi } from '#contract/store/store.ts'
import { exampleAddress } from '../subject/order-testing.ts'
import {
  type AuditedCall,
  body,
  createdIds,
  fixture,
  id,
  withIdAndBody,
} from './audited-call-testing.ts'

const buyer = {
  name: 'Ada Byron',
  company: '',
  vatId: '',
  email: 'ada@shopper.example',
  address: exampleAddress,
}

/** The calls of invoices, for the order of the calls before. */
export const invoiceCalls: AuditedCall[] = [
  {
    route: storeApi.update,
    entry: 'update business',
    args: () => ({
      params: { id: fixture.app.people.owner.storeId },
      body: { data: { address: exampleAddress } },
    }),
  },
  {
    route: invoiceApi.updateSettings,
    entry: 'insert invoice_setting',
    args: () => body({ taxNumber: '12/345' }),
  },
  {
    route: invoiceApi.create,
    entry: 'insert invoice',
    args: () => body({ order: createdIds['order'] }),
    saveIdAs: 'invoice',
  },
  {
    route: invoiceApi.update,
    entry: 'update invoice',
    args: () => withIdAndBody('invoice', { buyer, dueOn: '2027-01-31' }),
  },
  { route: invoiceApi.issue, entry: 'update invoice', args: () => withIdAndBody('invoice', {}) },
  { route: invoiceApi.getPdf, entry: 'export export', args: () => id('invoice') },
  {
    route: invoiceApi.exportCsv,
    entry: 'export export',
    args: () => ({ query: { month: '2026-11' } }),
  },
  {
    route: invoiceApi.exportZip,
    entry: 'export export',
    args: () => ({ query: { month: '2026-11' } }),
  },
  { route: invoiceApi.credit, entry: 'insert invoice', args: () => withIdAndBody('invoice', {}) },
  {
    route: invoiceApi.create,
    entry: 'insert invoice',
    args: () => body({ order: createdIds['order'] }),
    saveIdAs: 'invoiceDraft',
  },
  { route: invoiceApi.delete, entry: 'delete invoice', args: () => id('invoiceDraft') },
]
