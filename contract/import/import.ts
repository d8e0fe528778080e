import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { ErrorMessage } from '../lib/call/problem.ts'
import {
  Count,
  Id,
  ListQuery,
  Money,
  singleLineText,
  sortQuery,
  Timestamp,
} from '../lib/schemas.ts'
import { ImportEncoding } from '../lib/text/import-encoding.ts'
import { MatchableField } from './import-match.ts'
import { ImportKind, ImportStatus } from './import-state.ts'

/** Fits about 100,000 rows without long descriptions. */
export const maxImportBytes = 50 * 1024 * 1024

/**
 * Counts of products, orders or customers, and of problems by level. Planned results until the
 * import is done, then real ones.
 */
export const ImportCounts = z.object({
  create: Count,
  update: Count,
  unchanged: Count,
  skip: Count,
  error: Count,
  warn: Count,
})
export type ImportCounts = z.infer<typeof ImportCounts>

/**
 * The field of a column, or null when the column is not imported. `note` says why, and `noteCode`
 * is its code. `samples` are the cells of the first rows, if the columns can be matched.
 */
export const ImportColumn = z.object({
  header: z.string(),
  field: z.string().nullable(),
  note: z.string(),
  noteCode: z.string().optional(),
  samples: z.array(z.string()).optional(),
})
export type ImportColumn = z.infer<typeof ImportColumn>

/**
 * `row` 1 is the header. `field` is the key of the field, `value` the beginning of its cell. An
 * error excludes its product, order or customer from the import; a warning does not.
 */
export const ImportProblem = ErrorMessage.extend({
  row: z.int(),
  column: z.string(),
  field: z.string(),
  value: z.string(),
  level: z.enum(['error', 'warn']),
})
export type ImportProblem = z.infer<typeof ImportProblem>

/** The formats of files that can be imported. */
export const ImportFormat = z.enum([
  'storewright',
  'shopify',
  'woocommerce',
  'magento',
  'prestashop',
  'square',
  'bigcommerce',
  'etsy',
  'spreadsheet',
])
export type ImportFormat = z.infer<typeof ImportFormat>

/** An import in a list. */
export const ImportRow = z.object({
  _id: Id,
  kind: ImportKind,
  fileName: z.string(),
  bytes: z.int(),
  status: ImportStatus,
  /** The progress of the running job, from 0 to 1. */
  progress: z.number(),
  counts: ImportCounts,
  /** Why it failed; empty otherwise. */
  ...ErrorMessage.shape,
  createdBy: z.string(),
  createdAt: Timestamp,
  startedAt: Timestamp.nullable(),
  finishedAt: Timestamp.nullable(),
})
export type ImportRow = z.infer<typeof ImportRow>

export const Import = ImportRow.extend({
  /** Detected from the headers; empty until then. */
  format: z.enum(['', ...ImportFormat.options]),
  rowCount: Count,
  /** The encoding in which the file is read; empty for workbooks and files in Unicode. */
  encoding: z.enum(['', ...ImportEncoding.options]),
  /** Whether a user has chosen the encoding. */
  isEncodingChosen: z.boolean(),
  /** Parts of the file that show whether the encoding is right, in base64. */
  encodingSamples: z.array(z.string()),
  columns: z.array(ImportColumn),
  /** The categories that a planned import would create: their number, and the first paths. */
  newCategories: z.object({ count: Count, paths: z.array(z.array(z.string())) }),
  /** Whether the import copies the images of its products from their URLs. */
  copyImages: z.boolean(),
  /**
   * Whether a product without a category gets one with the name of its type; null if the file has
   * categories or no types.
   */
  createCategories: z.boolean().nullable(),
  /** Whether customers get an email about their imported parcels. */
  notifyCustomers: z.boolean(),
  /** The first 1,000. */
  problems: z.array(ImportProblem),
  /** Images of the imported products: copied, waiting to be copied, and failed. */
  images: z.object({ ready: Count, waiting: Count, failed: Count, isFetching: z.boolean() }),
})
export type Import = z.infer<typeof Import>

/** The choices at the start of an import. A missing one keeps its default. */
export const ImportOptions = z.object({
  copyImages: z.boolean().optional(),
  createCategories: z.boolean().optional(),
  notifyCustomers: z.boolean().optional(),
  /** The URL of the old store, which completes image paths such as `/w/s/shirt.jpg`. */
  imageBaseUrl: singleLineText(300).optional(),
})
export type ImportOptions = z.infer<typeof ImportOptions>

export const ImportAction = z.enum(['create', 'update', 'unchanged', 'skip'])
export type ImportAction = z.infer<typeof ImportAction>

/** One changed value. Money is in minor units; long texts are shortened. */
export const ImportChange = z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })
export type ImportChange = z.infer<typeof ImportChange>

/** The result for one product, order, customer or parcel of the file. */
export const ImportItem = z.object({
  _id: Id,
  position: z.int(),
  row: z.int(),
  action: ImportAction,
  /** The slug of a product, the number of an order, or the email or phone of a customer. */
  name: z.string(),
  /** The title of a product, the customer of an order, the name of a customer, or a tracking number. */
  title: z.string(),
  /** The number of variants or order lines; 0 for a customer, or a parcel of all units. */
  size: Count,
  /** The lowest price of a product or the total of an order. */
  amount: Money.nullable(),
  changes: z.array(ImportChange),
  /** The reasons for skipping it, in English. */
  reasons: z.array(z.string()),
  /** The reasons with codes; empty for imports from before problems had codes. */
  problems: z.array(ErrorMessage),
  /** The product, order or customer, once it exists. For a parcel, its order. */
  target: Id.nullable(),
  isWritten: z.boolean(),
})
export type ImportItem = z.infer<typeof ImportItem>

const invalidatedFeatures = ['product', 'category', 'order', 'customer', 'dashboard'] as const

export const ImportFilter = ListQuery.extend({ sort: sortQuery('createdAt') })

export const importApi = defineApi('import', {
  list: {
    method: 'GET',
    path: '/import/getAll',
    can: 'import:read',
    summary: 'List imports, newest first',
    query: ImportFilter.extend({ kind: ImportKind.optional() }),
    items: ImportRow,
  },
  downloadSample: {
    method: 'GET',
    path: '/import/sample',
    can: 'import:read',
    summary: 'Download a small sample file',
    query: z.object({ kind: ImportKind }),
    downloadType: 'text/csv; charset=utf-8',
    auditExemption: 'a sample file',
  },
  get: {
    method: 'GET',
    path: '/import/:id',
    can: 'import:read',
    summary: 'Get an import with its progress and problems',
    reply: Import,
  },
  listItems: {
    method: 'GET',
    path: '/import/preview/:id',
    can: 'import:read',
    allowsReplica: true,
    summary: 'List the products, orders or customers of the file with their results',
    query: ListQuery.extend({ action: ImportAction.optional() }),
    items: ImportItem,
  },
  downloadProblems: {
    method: 'GET',
    path: '/import/problems/:id',
    can: 'import:read',
    summary: 'Download every problem of the file as CSV',
    downloadType: 'text/csv; charset=utf-8',
    auditExemption: 'contains problems, not the rows',
  },
  create: {
    method: 'POST',
    path: '/import/create',
    can: 'import:write',
    rateLimit: 'transfer',
    upload: true,
    status: 202,
    summary:
      'Upload a file (multipart: `kind`, `file`). A job plans the import; nothing is written yet',
    reply: Import,
    message: 'File uploaded',
  },
  changeEncoding: {
    method: 'POST',
    path: '/import/encoding/:id',
    can: 'import:write',
    status: 202,
    summary: 'Choose the encoding of a text file. A job plans the import again',
    body: z.object({ encoding: ImportEncoding }),
    reply: Import,
  },
  match: {
    method: 'POST',
    path: '/import/match/:id',
    can: 'import:write',
    status: 202,
    summary: 'Match the columns of a spreadsheet to fields. A job plans the import again',
    body: z.object({
      /** One field for each column of the file; null for a column that is not imported. */
      columns: z.array(MatchableField.nullable()).min(1).max(500),
    }),
    reply: Import,
  },
  start: {
    method: 'POST',
    path: '/import/start/:id',
    can: 'import:write',
    status: 202,
    summary: 'Start a planned import',
    body: ImportOptions,
    reply: Import,
    message: 'Import started',
    invalidates: invalidatedFeatures,
  },
  cancel: {
    method: 'POST',
    path: '/import/cancel/:id',
    can: 'import:write',
    status: 200,
    summary: 'Cancel an import; created and updated records stay',
    reply: Import,
    message: 'Import canceled',
    invalidates: invalidatedFeatures,
  },
  fetchImages: {
    method: 'POST',
    path: '/import/fetchImages/:id',
    can: 'import:write',
    status: 202,
    summary: 'Copy the images of the imported products that were not copied yet',
    reply: Import,
    message: 'Image copying started',
    invalidates: ['product', 'media'],
  },
})
