import { z } from 'zod'
import { defineApi } from './lib/api.ts'
import { Count, Id, ListQuery, Money, sortQuery, Timestamp } from './lib/schemas.ts'

export const ImportKind = z.enum(['products', 'orders'])
export type ImportKind = z.infer<typeof ImportKind>

/** More than what a hundred thousand rows take without long descriptions. */
export const maxImportBytes = 50 * 1024 * 1024

/** `planning` and `running` are jobs under way; a `planned` one waits for a person; the others are ends. */
export const ImportStatus = z.enum([
  'planning',
  'planned',
  'running',
  'done',
  'failed',
  'cancelled',
])
export type ImportStatus = z.infer<typeof ImportStatus>

/** Of products or orders, whichever the file holds; `error` and `warn` count problems. Once done, what really happened. */
export const ImportCounts = z.object({
  create: Count,
  update: Count,
  unchanged: Count,
  skip: Count,
  error: Count,
  warn: Count,
})
export type ImportCounts = z.infer<typeof ImportCounts>

/** Which field a header was taken for; null: left out, and `note` may say why. */
export const ImportColumn = z.object({
  header: z.string(),
  field: z.string().nullable(),
  note: z.string(),
})
export type ImportColumn = z.infer<typeof ImportColumn>

/** `row` as a spreadsheet counts, the header being 1. An error keeps its product or order out, a warning does not. */
export const ImportProblem = z.object({
  row: z.int(),
  column: z.string(),
  level: z.enum(['error', 'warn']),
  code: z.string(),
  message: z.string(),
})
export type ImportProblem = z.infer<typeof ImportProblem>

/** Whose files can be read. */
export const ImportFormat = z.enum(['storewright', 'shopify', 'woocommerce'])
export type ImportFormat = z.infer<typeof ImportFormat>

/** An import as a list shows it. */
export const ImportRow = z.object({
  _id: Id,
  kind: ImportKind,
  fileName: z.string(),
  bytes: z.int(),
  status: ImportStatus,
  /** 0 to 1 of the job under way. */
  progress: z.number(),
  counts: ImportCounts,
  /** Why it failed; empty otherwise. */
  message: z.string(),
  createdBy: z.string(),
  createdAt: Timestamp,
  startedAt: Timestamp.nullable(),
  finishedAt: Timestamp.nullable(),
})
export type ImportRow = z.infer<typeof ImportRow>

export const Import = ImportRow.extend({
  /** Whose file it is, by its headers; empty until that is known. */
  format: z.enum(['', ...ImportFormat.options]),
  rowCount: Count,
  columns: z.array(ImportColumn),
  /** The first 1,000. */
  problems: z.array(ImportProblem),
  /** Of the products that were brought in: pictures there are, still to fetch, and not to be had. */
  pictures: z.object({ ready: Count, waiting: Count, failed: Count, isFetching: z.boolean() }),
})
export type Import = z.infer<typeof Import>

export const ImportAction = z.enum(['create', 'update', 'unchanged', 'skip'])
export type ImportAction = z.infer<typeof ImportAction>

/** One value that differs. Money in minor units; long texts are shortened, for reading only. */
export const ImportChange = z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })
export type ImportChange = z.infer<typeof ImportChange>

/** What becomes of one product or order of the file. */
export const ImportItem = z.object({
  _id: Id,
  position: z.int(),
  row: z.int(),
  action: ImportAction,
  /** The handle, or the order's number. */
  name: z.string(),
  /** The product's title, or who ordered. */
  title: z.string(),
  /** Variants, or lines. */
  size: Count,
  /** The lowest price, or the order's total. */
  amount: Money.nullable(),
  changes: z.array(ImportChange),
  /** Why it is skipped, in sentences. */
  reasons: z.array(z.string()),
  /** The product or order, once there is one. */
  target: Id.nullable(),
  isWritten: z.boolean(),
})
export type ImportItem = z.infer<typeof ImportItem>

const invalidatedFeatures = ['product', 'category', 'order', 'customer', 'dashboard'] as const

export const importApi = defineApi('import', {
  list: {
    method: 'GET',
    path: '/import/getAll',
    can: 'import:read',
    summary: 'Imports, newest first',
    query: ListQuery.extend({ sort: sortQuery('createdAt'), kind: ImportKind.optional() }),
    items: ImportRow,
  },
  downloadSample: {
    method: 'GET',
    path: '/import/sample',
    can: 'import:read',
    summary: 'A small file of our own format to start from',
    query: z.object({ kind: ImportKind }),
    downloadType: 'text/csv; charset=utf-8',
    auditExemption: 'our own example',
  },
  get: {
    method: 'GET',
    path: '/import/:id',
    can: 'import:read',
    summary: 'One import: how far it is and what it found',
    reply: Import,
  },
  listItems: {
    method: 'GET',
    path: '/import/preview/:id',
    can: 'import:read',
    summary: 'What becomes of each product or order, in the order of the file',
    query: ListQuery.extend({ action: ImportAction.optional() }),
    items: ImportItem,
  },
  downloadProblems: {
    method: 'GET',
    path: '/import/problems/:id',
    can: 'import:read',
    summary: 'Every problem of the file as CSV',
    downloadType: 'text/csv; charset=utf-8',
    auditExemption: 'remarks on rows, not the rows',
  },
  create: {
    method: 'POST',
    path: '/import/create',
    can: 'import:write',
    rateLimit: 'transfer',
    upload: true,
    status: 202,
    summary:
      'Send a file (multipart: `kind`, `file`); it is looked through, and nothing is written yet',
    reply: Import,
    message: 'The file is being checked',
  },
  start: {
    method: 'POST',
    path: '/import/start/:id',
    can: 'import:write',
    status: 202,
    summary: 'Write what was planned',
    reply: Import,
    message: 'Import started',
    invalidates: invalidatedFeatures,
  },
  cancel: {
    method: 'POST',
    path: '/import/cancel/:id',
    can: 'import:write',
    status: 200,
    summary: 'Stop; what is written stays',
    reply: Import,
    message: 'Import cancelled',
    invalidates: invalidatedFeatures,
  },
  fetchImages: {
    method: 'POST',
    path: '/import/fetchImages/:id',
    can: 'import:write',
    status: 202,
    summary: 'Fetch the pictures that the imported products name',
    reply: Import,
    message: 'Fetching pictures',
    invalidates: ['product', 'media'],
  },
})
