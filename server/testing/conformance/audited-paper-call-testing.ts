import { orderPaperApi } from '#contract/order/order-paper.ts'
import { orderPrintApi } from '#contract/order/order-print.ts'
import { packerLinkApi } from '#contract/packing/packer-link.ts'
import { type AuditedCall, body, createdIds, fixture, id } from './audited-call-testing.ts'

/** The calls of documents, for the order of the calls before. */
export const paperCalls: AuditedCall[] = [
  {
    route: orderPaperApi.updatePaperSettings,
    entry: 'insert order_paper_setting',
    args: () => body({ packingSlip: 'A6' }),
  },
  {
    route: orderPaperApi.getPaperPdf,
    entry: 'export export',
    args: () => ({ ...id('order'), query: { paper: 'deliveryNote' } }),
  },
  {
    route: packerLinkApi.createPackerLink,
    entry: 'insert packer_link',
    args: () => body({ ids: [createdIds['order']], name: 'Sunday shift', validHours: 24 }),
    saveIdAs: 'packerLink',
  },
  {
    route: packerLinkApi.revokePackerLink,
    entry: 'update packer_link',
    args: () => id('packerLink'),
  },
  { route: orderPrintApi.getPrintPdf, entry: 'export export', args: printOrder },
]

/** Returns the id of a print whose file is written. */
async function printOrder() {
  const { app } = fixture
  const { body: reply } = await app.call('owner', orderPrintApi.createPrint, {
    body: { ids: [createdIds['order']], document: 'deliveryNote' },
  })
  await app.runJobs()
  return { params: { id: reply.data._id } }
}
