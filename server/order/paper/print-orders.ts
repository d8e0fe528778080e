import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { type Ability, hasPermission } from '#contract/lib/call/permission.ts'
import type { ErrorCode } from '#contract/lib/error/error-catalog.ts'
import type { PaperFormat } from '#contract/lib/paper.ts'
import type { OrderPaper, OrderPaperKind } from '#contract/order/order-paper.ts'
import type { OrderPrint, orderPrintApi, PrintedDocument } from '#contract/order/order-print.ts'
import { hasDeliveryNote } from '#contract/packing/delivery-note.ts'
import { findPackingObstacle, type PackableOrder } from '#contract/packing/packing-obstacle.ts'
import { assertCanSeeContacts } from '../../customer/rule/contact-visibility.ts'
import { loadIssuedInvoiceFile } from '../../invoice/rule/issued-invoice-file.ts'
import {
  listInvoicedOrders,
  listIssuedInvoices,
  markInvoicesDownloaded,
} from '../../invoice/rule/list-issued-invoices.ts'
import { renderInvoices } from '../../invoice/rule/render-invoice.ts'
import { assertFound, Problem } from '../../lib/call/problem.ts'
import type { App } from '../../lib/call/serve.ts'
import { insertRow, type RunInTransaction, type Tx, withStoreTransaction } from '../../lib/db/db.ts'
import { openDisk } from '../../lib/file/disk.ts'
import { enqueueJob, type JobHandlers } from '../../lib/job/jobs.ts'
import { loadLogo } from '../../lib/pdf/load-logo.ts'
import { resolveOrderSelection } from '../order-bulk.ts'
import { loadPackingOrders } from '../packer/packing-list.ts'
import { describePaper } from './describe-paper.ts'
import { loadPaperOrder, loadPaperStore, type PaperOrder } from './load-paper-order.ts'
import { getPaperSettings } from './paper-settings.ts'
import { renderPapers } from './render-papers.ts'

const maxPrintedOrders = 1000
/** A page reads the progress about once a second. */
const countsPerSave = 20

declare module '../../lib/db/table-fields.ts' {
  interface TableColumns {
    order_print: {
      document: PrintedDocument
      format: PaperFormat
      orderIds: string[]
      skippedCount?: number
    }
  }
}

type PrintInput = z.infer<(typeof orderPrintApi)['createPrint']['body']>

/** The kinds of the documents with numbers, which are printed as they were issued. */
const invoiceKinds = { invoice: 'invoice', creditNote: 'credit_note' } as const
type IssuedDocument = keyof typeof invoiceKinds
const isIssued = (document: PrintedDocument): document is IssuedDocument => document in invoiceKinds

function authorizePrint(document: PrintedDocument, abilities: readonly Ability[]): void {
  if (!isIssued(document)) return
  if (!hasPermission(abilities, 'invoice:read')) throw new Problem(403, 'forbidden')
  assertCanSeeContacts(abilities)
}

/**
 * Starts the print of a document of each order, the newest order first. It replaces a print of the
 * caller that is still running.
 * @throws Problem 404 order_not_found, 409 invoices_not_issued, credit_notes_not_issued, orders_without_payment,
 * orders_without_delivery or orders_not_packable, or 422 print_too_many
 */
export async function createPrint(
  tx: Tx,
  { document, format, ...selection }: PrintInput,
  { storeId, abilities }: { storeId: string; abilities: readonly Ability[] },
): Promise<OrderPrint> {
  authorizePrint(document, abilities)
  const { ids, next } = await resolveOrderSelection(tx, selection, maxPrintedOrders, abilities)
  if (next) throw new Problem(422, 'print_too_many', { count: maxPrintedOrders })
  const orders = await tx<{ id: string }[]>`
    select id from "order" where id = any (${ids}::uuid[]) order by created_at desc, id desc`
  if (orders.length < ids.length || orders.length === 0) throw new Problem(404, 'order_not_found')
  const orderIds = await filterPrinted(
    tx,
    document,
    orders.map(({ id }) => id),
  )
  const { packingSlip } = await getPaperSettings(tx)
  // Its job stops, so that a user has one print at a time.
  await tx`
    delete from order_print
    where status = 'running' and person_id is not distinct from current_person()`
  const id = await insertRow(tx, 'order_print', {
    document,
    format: format ?? packingSlip,
    orderIds,
    skippedCount: orders.length - orderIds.length,
  })
  await enqueueJob(tx, 'order.print', { storeId, id })
  return getPrint(tx, id)
}

/**
 * Returns the orders that have the document.
 * @throws Problem 409 if there are none
 */
async function filterPrinted(
  tx: Tx,
  document: PrintedDocument,
  ids: readonly string[],
): Promise<string[]> {
  const printable = new Set(await listPrintable(tx, document, ids))
  if (printable.size === 0) throw new Problem(409, nothingToPrintCodes[document])
  return ids.filter(id => printable.has(id))
}

const nothingToPrintCodes = {
  packingSlip: 'orders_not_packable',
  deliveryNote: 'orders_without_delivery',
  receipt: 'orders_without_payment',
  invoice: 'invoices_not_issued',
  creditNote: 'credit_notes_not_issued',
} as const satisfies Record<PrintedDocument, ErrorCode>

const hasContents = {
  packingSlip: (order: PackableOrder) => findPackingObstacle(order) === undefined,
  deliveryNote: hasDeliveryNote,
}

async function listPrintable(
  tx: Tx,
  document: PrintedDocument,
  ids: readonly string[],
): Promise<readonly string[]> {
  if (isIssued(document)) return listInvoicedOrders(tx, ids, invoiceKinds[document])
  if (document !== 'receipt')
    return (await loadPackingOrders(tx, ids)).filter(hasContents[document]).map(({ _id }) => _id)
  const paid = await tx<{ id: string }[]>`
    select distinct order_id as id from payment where order_id = any (${[...ids]}::uuid[])`
  return paid.map(({ id }) => id)
}

/**
 * Returns a print of the caller.
 * @throws Problem 404 print_not_found
 */
export async function getPrint(tx: Tx, id: string): Promise<OrderPrint> {
  const [print] = await tx<OrderPrint[]>`
    select id as _id, document, status, cardinality(order_ids) as order_count, printed_count,
      skipped_count, created_at
    from order_print where id = ${id} and person_id is not distinct from current_person()`
  return assertFound(print, 'print_not_found')
}

/** @throws Problem 404 print_not_found, also until the file is written */
export async function loadPrintFile(
  tx: Tx,
  id: string,
  abilities: readonly Ability[],
): Promise<Buffer> {
  const [row] = await tx<{ document: PrintedDocument; content: Buffer }[]>`
    select document, content from order_print
    where id = ${id} and status = 'done' and person_id is not distinct from current_person()`
  const { document, content } = assertFound(row, 'print_not_found')
  authorizePrint(document, abilities)
  return content
}

const PrintPayload = z.object({ storeId: z.string(), id: z.string() })
type RunningPrint = { document: PrintedDocument; format: PaperFormat; orderIds: string[] }

/** Returns the job that writes the file of a print. */
export const orderPrintJobs = (app: App): JobHandlers => ({
  'order.print': async (raw, { abortSignal }) => {
    const { storeId, id } = PrintPayload.parse(raw)
    const inTx: RunInTransaction = work => withStoreTransaction(app.db, storeId, work)
    const [print] = await inTx(
      tx => tx<RunningPrint[]>`
        select document, format, order_ids from order_print where id = ${id} and status = 'running'`,
    )
    if (!print) return
    async function onWritten(printedCount: number) {
      abortSignal?.throwIfAborted()
      if (printedCount % countsPerSave === 0) await saveCount(inTx, id, printedCount)
      // Requests are served between two documents.
      await setImmediate()
    }
    try {
      const { content, printedCount, skippedCount } = await renderPrint(app, inTx, print, onWritten)
      // All orders can lose the document meanwhile. A new print says why there is none.
      const isEmpty = printedCount === 0
      await inTx(
        tx => tx`
          update order_print set status = ${isEmpty ? 'failed' : 'done'}, printed_count = ${printedCount},
            skipped_count = skipped_count + ${skippedCount}, content = ${isEmpty ? null : content}
          where id = ${id}`,
      )
    } catch (error) {
      // A job that was aborted runs again.
      if (abortSignal?.aborted) throw error
      const { count } = await inTx(
        tx => tx`update order_print set status = 'failed' where id = ${id}`,
      )
      // A deleted print needs no file.
      if (count > 0) throw error
    }
  },
})

async function saveCount(inTx: RunInTransaction, id: string, printedCount: number): Promise<void> {
  const { count } = await inTx(
    tx => tx`update order_print set printed_count = ${printedCount} where id = ${id}`,
  )
  if (count === 0) throw new Error(`The print ${id} was deleted.`)
}

/** `skippedCount` counts the orders that lost the document since the print was requested. */
type WrittenFile = { content: Buffer; printedCount: number; skippedCount: number }
type OnWritten = (count: number) => Promise<void>

const renderPrint = (
  app: App,
  inTx: RunInTransaction,
  print: RunningPrint,
  onWritten: OnWritten,
): Promise<WrittenFile> => {
  const storage = { inTx, disk: openDisk(app.config) }
  const { document } = print
  return isIssued(document)
    ? renderIssuedInvoices(storage, { ...print, document }, onWritten)
    : renderOrderPapers(storage, { ...print, kind: document }, onWritten)
}

type PrintStorage = { inTx: RunInTransaction; disk: ReturnType<typeof openDisk> }

async function renderIssuedInvoices(
  { inTx, disk }: PrintStorage,
  { orderIds, document: issued }: RunningPrint & { document: IssuedDocument },
  onWritten: OnWritten,
): Promise<WrittenFile> {
  const invoices = await inTx(tx => listIssuedInvoices(tx, orderIds, invoiceKinds[issued]))
  const content = await renderIssued({ inTx, disk }, invoices, onWritten)
  const ids = invoices.map(({ id }) => id)
  await inTx(tx => markInvoicesDownloaded(tx, ids))
  return { content, printedCount: invoices.length, skippedCount: 0 }
}

type IssuedInvoices = Awaited<ReturnType<typeof listIssuedInvoices>>

/**
 * Returns the stored file of a single invoice. A file of several has copies for paper, without e-invoices:
 * each shows the stored document of its invoice.
 */
async function renderIssued(
  { inTx, disk }: PrintStorage,
  invoices: IssuedInvoices,
  onWritten: OnWritten,
): Promise<Buffer> {
  const [first] = invoices
  if (first && invoices.length === 1)
    return (await loadIssuedInvoiceFile({ inTx, disk }, first)).content
  // A store can have another logo since it issued some of them.
  const logos = new Map<string, Buffer | undefined>()
  for (const { document } of invoices) {
    const { logo } = document.seller
    if (!logos.has(logo)) logos.set(logo, await loadLogo(disk, logo))
  }
  return renderInvoices(
    invoices.map(invoice => ({ ...invoice, logo: logos.get(invoice.document.seller.logo) })),
    onWritten,
  )
}

async function renderOrderPapers(
  { inTx, disk }: PrintStorage,
  { orderIds, format, kind }: RunningPrint & { kind: OrderPaperKind },
  onWritten: OnWritten,
): Promise<WrittenFile> {
  const store = await inTx(loadPaperStore)
  const papers: OrderPaper[] = []
  for (const orderId of orderIds) {
    const order = await inTx(tx => loadPaperOrder(tx, orderId))
    if (hasPaper(order, kind)) papers.push(describePaper(store, order, { kind }))
  }
  const logo = await loadLogo(disk, store.logo)
  const content = await renderPapers({ papers, logo, format, onWritten })
  const printedCount = papers.length
  return { content, printedCount, skippedCount: orderIds.length - printedCount }
}

/** A payment can be corrected, and an order canceled or packed, after the print was requested. */
function hasPaper(order: PaperOrder, kind: OrderPaperKind): boolean {
  if (kind === 'receipt') return order.payments.length > 0
  return hasContents[kind](order)
}
