import { customerApi } from '#contract/customer/customer.ts'
import { customerAddressApi } from '#contract/customer/customer-address.ts'
import { customerDataApi } from '#contract/customer/customer-data.ts'
import { orderFileApi } from '#contract/order/file/order-file.ts'
import { orderEmailApi } from '#contract/order/mail/order-email.ts'
import { orderApi } from '#contract/order/order.ts'
import { orderArchiveApi } from '#contract/order/order-archive.ts'
import { orderChangeApi } from '#contract/order/order-change.ts'
import { orderCopyApi } from '#contract/order/order-copy.ts'
import { orderItemsApi } from '#contract/order/order-item.ts'
import { orderNoteApi } from '#contract/order/order-note.ts'
import { orderPaymentLinkApi } from '#contract/order/order-payment-link.ts'
import { categoryApi } from '#contract/product/category.ts'
import { productApi } from '#contract/product/product.ts'
import { auditApi } from '#contract/staff/audit.ts'
import { addOrderReturn, exampleAddress } from '../subject/order-testing.ts'
import {
  type AuditedCall,
  body,
  createdIds,
  fixture,
  id,
  ids,
  upload,
  withIdAndBody,
} from './audited-call-testing.ts'

const setReturnStatus = (status: 'accepted' | 'settled') =>
  fixture.app.inStore(tx => tx`update order_return set status = ${status}`)

export const orderCalls: AuditedCall[] = [
  {
    route: customerApi.create,
    entry: 'insert customer',
    args: () => body({ name: 'Cora' }),
    saveIdAs: 'customer',
  },
  {
    route: customerApi.create,
    entry: 'insert customer',
    args: () => body({ name: 'Dora' }),
    saveIdAs: 'dora',
  },
  {
    route: customerApi.create,
    entry: 'insert customer',
    args: () => body({ name: 'Erna' }),
    saveIdAs: 'erna',
  },
  { route: customerDataApi.exportData, entry: 'export export', args: () => id('erna') },
  {
    route: customerDataApi.erase,
    entry: 'customer_erased customer',
    args: () => withIdAndBody('erna', {}),
  },
  {
    route: customerApi.update,
    entry: 'update customer',
    args: () => withIdAndBody('customer', { name: 'Cora Lee' }),
  },
  {
    route: customerAddressApi.addAddress,
    entry: 'insert customer_address',
    args: () => withIdAndBody('customer', { address: exampleAddress }),
    saveIdAs: 'address',
  },
  {
    route: customerAddressApi.updateAddress,
    entry: 'update customer_address',
    args: () => withIdAndBody('address', { address: { ...exampleAddress, city: 'Bath' } }),
  },
  {
    route: customerAddressApi.makeAddressDefault,
    entry: 'update customer',
    args: () => id('address'),
  },
  {
    route: customerAddressApi.addAddress,
    entry: 'insert customer_address',
    args: () => withIdAndBody('customer', { address: exampleAddress }),
    saveIdAs: 'addressToDelete',
  },
  {
    route: customerAddressApi.deleteAddress,
    entry: 'delete customer_address',
    args: () => id('addressToDelete'),
  },
  {
    route: customerApi.bulkUpdateTags,
    entry: 'update customer',
    args: () => body({ ids: [createdIds['customer']], add: ['vip'] }),
  },
  {
    route: orderApi.create,
    entry: 'insert order',
    args: () =>
      body({
        lines: [{ variant: createdIds['variant'], quantity: 2 }],
        shippingAddress: exampleAddress,
      }),
    saveIdAs: 'order',
  },
  {
    route: orderApi.create,
    entry: 'insert order',
    args: () =>
      body({
        lines: [{ variant: createdIds['variant'], quantity: 1 }],
        customer: { email: 'second@example.com' },
        shippingAddress: exampleAddress,
      }),
    saveIdAs: 'secondOrder',
  },
  {
    route: orderApi.update,
    entry: 'update order',
    args: () => withIdAndBody('order', { note: 'Wrap it' }),
  },
  {
    route: orderCopyApi.duplicate,
    entry: 'insert order',
    args: () => id('order'),
  },
  {
    route: orderItemsApi.updateItems,
    entry: 'insert order_line',
    args: () =>
      withIdAndBody('order', { lines: [{ variant: createdIds['variant'], quantity: 2 }] }),
  },
  {
    route: orderApi.addNote,
    entry: 'insert order_event',
    args: () => withIdAndBody('order', { text: 'Rang up' }),
    onReply: ({ timeline }) => {
      createdIds['note'] = timeline.at(-1)?._id ?? ''
    },
  },
  {
    route: orderFileApi.addFile,
    entry: 'insert order_file',
    args: () => ({ ...upload('offer.txt', 'Offer of the carrier'), ...id('order') }),
    saveIdAs: 'orderFile',
  },
  { route: orderFileApi.deleteFile, entry: 'delete order_file', args: () => id('orderFile') },
  {
    route: orderNoteApi.updateNote,
    entry: 'update order_event',
    args: () => withIdAndBody('note', { text: 'Rang up twice' }),
  },
  {
    route: orderNoteApi.deleteNote,
    entry: 'delete order_event',
    args: () => id('note'),
  },
  {
    route: orderApi.addPayment,
    entry: 'insert payment',
    args: () => withIdAndBody('order', { amount: 1000, method: 'cash' }),
  },
  {
    route: orderApi.addRefund,
    entry: 'insert payment',
    args: () => withIdAndBody('order', { amount: 100, method: 'cash' }),
  },
  {
    route: orderApi.updateStatus,
    entry: 'update order',
    args: () => withIdAndBody('order', { status: 'shipped' }),
    onReply: ({ fulfillments }) => {
      createdIds['fulfillment'] = fulfillments[0]?._id ?? ''
    },
  },
  {
    route: orderApi.updateTracking,
    entry: 'update fulfillment',
    args: () =>
      withIdAndBody('order', {
        fulfillment: createdIds['fulfillment'],
        tracking: { carrier: 'UPS', number: '1Z9' },
      }),
  },
  {
    route: orderFileApi.addLabel,
    entry: 'insert order_file',
    args: () => ({ ...upload('label.txt', '^XA^XZ'), ...id('fulfillment') }),
  },
  {
    route: orderFileApi.addReturnLabel,
    entry: 'insert order_file',
    args: async () => {
      const returnId = await addOrderReturn(fixture.app, createdIds['order'] ?? '')
      await setReturnStatus('accepted')
      return { ...upload('label.pdf', '%PDF-1.7'), params: { id: returnId } }
    },
  },
  {
    route: orderApi.decideReturn,
    entry: 'update order_return',
    args: async () => {
      // An order with an open return is not archived.
      await setReturnStatus('settled')
      return withIdAndBody('order', {
        return: await addOrderReturn(fixture.app, createdIds['order'] ?? ''),
        status: 'declined',
      })
    },
  },
  {
    route: orderApi.bulkUpdateStatus,
    entry: 'update order',
    args: () => body({ ids: [createdIds['secondOrder']], status: 'confirmed' }),
  },
  {
    route: orderApi.bulkUpdateTags,
    entry: 'update order',
    args: () => body({ ids: [createdIds['secondOrder']], add: ['rush'] }),
  },
  {
    route: orderChangeApi.applyChange,
    entry: 'update order',
    args: async () => {
      const order = await fixture.app.call('owner', orderApi.get, id('secondOrder'))
      const change = { kind: 'changeStatus', status: 'processing' }
      return withIdAndBody('secondOrder', { version: order.body.data.version, change })
    },
  },
  {
    route: orderPaymentLinkApi.sendPaymentLink,
    entry: 'insert order_event',
    args: () => withIdAndBody('secondOrder', {}),
  },
  {
    route: orderEmailApi.resendOrderEmail,
    entry: 'insert order_event',
    args: () => id('secondOrder'),
  },
  {
    route: orderApi.bulkAddPayment,
    entry: 'insert payment',
    args: () => body({ ids: [createdIds['secondOrder']], method: 'cash' }),
  },
  {
    route: orderApi.updateStatus,
    entry: 'update order',
    args: () => withIdAndBody('order', { status: 'delivered' }),
  },
  {
    route: orderArchiveApi.updateArchived,
    entry: 'update order',
    args: () => withIdAndBody('order', { isArchived: true }),
  },
  {
    route: orderArchiveApi.bulkUpdateArchived,
    entry: 'update order',
    args: () => body({ ids: [createdIds['order']], isArchived: false }),
  },
  ...(['firstDraft', 'secondDraft'] as const).map(name => ({
    route: orderCopyApi.duplicate,
    entry: 'insert order',
    args: () => id('order'),
    saveIdAs: name,
  })),
  { route: orderArchiveApi.deleteDraft, entry: 'delete order', args: () => id('firstDraft') },
  {
    route: orderArchiveApi.bulkDeleteDrafts,
    entry: 'delete order',
    args: () => ids('secondDraft'),
  },
  { route: orderApi.export, entry: 'export export' },
  { route: auditApi.export, entry: 'export export' },
  { route: customerApi.delete, entry: 'delete customer', args: () => id('customer') },
  { route: customerApi.bulkDelete, entry: 'delete customer', args: () => ids('dora') },
  { route: productApi.delete, entry: 'delete product', args: () => id('product') },
  {
    route: productApi.create,
    entry: 'insert product',
    args: () => body({ title: 'Saucer', price: 1 }),
    saveIdAs: 'saucer',
  },
  { route: productApi.bulkDelete, entry: 'delete product', args: () => ids('saucer') },
  { route: categoryApi.delete, entry: 'delete category', args: () => id('category') },
  { route: categoryApi.bulkDelete, entry: 'delete category', args: () => ids('bowls') },
]
