import { Readable } from 'node:stream'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { redirectApi } from '#contract/cms/redirect.ts'
import { type Import, importApi } from '#contract/import/import.ts'
import { ImportKind } from '#contract/import/import-state.ts'
import { createWorkbook, formatTextCell } from '../testing/subject/workbook-testing.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'
import { parseCustomerFile } from './customer/parse-customer-file.ts'
import { noMatchings } from './file/match-spreadsheet.ts'
import { ImportFileError } from './import-problem.ts'
import { parseOrderFile } from './order/parse-order-file.ts'
import { parseParcelFile } from './parcel/parse-parcel-file.ts'
import { parseProductFile } from './product/parse-product-file.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const headers = {
  products: 'Handle,Title,Variant Price,Variant SKU,Tags',
  orders: 'Name,Email,Currency,Total,Created at,Lineitem quantity,Lineitem name,Lineitem price',
  customers: 'First Name,Last Name,Email,Accepts Email Marketing,Phone,Tags',
  parcels: 'Order number,Tracking number,Carrier,SKU,Quantity',
} satisfies Record<ImportKind, string>

const oddPart = fc.constantFrom(
  ...[
    '"',
    '""',
    '\\"',
    ',',
    ',,',
    ';',
    '\t',
    '\n',
    '\r\n',
    '\r',
    ' ',
    '\0',
    '\u001b',
    '\ufeff',
    '\ud800',
  ],
  ...[
    'a',
    '12" vinyl',
    '1.299,00',
    '-5',
    '1e400',
    '=1+1',
    "'0018",
    '<b>',
    '&amp;',
    'قميص',
    'é',
    '𝒳',
    'e\u0301',
  ],
  ...['USD', '2026-11-02 00:30:00', '2026-99-99', '0001-01-01 00:00:00', '9999-12-31 24:00'],
  ...['ann@example.com', '#1', 'x'.repeat(3000)],
)
const oddText = fc.array(oddPart, { maxLength: 40 }).map(parts => parts.join(''))
const oddBytes = oddText.chain(text =>
  fc.constantFrom(
    Buffer.from(text),
    Buffer.from(text, 'latin1'),
    Buffer.from(`\ufeff${text}`, 'utf16le'),
    Buffer.from(text, 'utf16le'),
  ),
)
const escapeXml = (text: string) =>
  text.toWellFormed().replace(/[<&"\p{Cc}]/gu, each => `&#${each.charCodeAt(0)};`)
const oddCell = fc.tuple(fc.constantFrom('s', 'str', 'inlineStr', 'n', 'b', 'd', 'e', 'x'), oddText)
const formatColumn = (index: number) => String.fromCharCode(65 + index)
const oddSheet = fc.array(oddCell, { maxLength: 8 }).map(cells =>
  cells
    .map(([type, text], index) => {
      const attributes = `r="${formatColumn(index)}2" t="${type}" s="${index % 3}"`
      return `<c ${attributes}><v>${escapeXml(text)}</v></c>`
    })
    .join(''),
)

const createHeaderRow = (kind: ImportKind) =>
  headers[kind].split(',').map((name, index) => formatTextCell(`${formatColumn(index)}1`, name))

/** Returns files of a kind: with its usual header, of odd bytes only, and a workbook. */
const createOddFiles = (kind: ImportKind) =>
  fc.tuple(oddText, oddBytes, oddSheet).map(([rows, bytes, cells]) => {
    const sheet = `<row r="1">${createHeaderRow(kind).join('')}</row><row r="2">${cells}</row>`
    return [
      Buffer.from(`${headers[kind]}\n${rows}\n`),
      Buffer.concat([Buffer.from(`${headers[kind]}\n`), bytes]),
      bytes,
      Buffer.from(createWorkbook(sheet)),
    ]
  })

async function upload(kind: ImportKind, file: Buffer) {
  const body = new FormData()
  body.append('kind', kind)
  body.append('file', new Blob([new Uint8Array(file)]), 'odd.csv')
  return t.call('owner', importApi.create, { body })
}
/** Runs the jobs to their end. A failed job stays with its error, and would be retried. */
async function finishJobs() {
  await t.runJobs()
  const listJobs = () =>
    t.sql<{ lastError: string | null }[]>`select last_error from graphile_worker.jobs`
  await expect
    .poll(async () => (await listJobs()).filter(({ lastError }) => lastError === null))
    .toEqual([])
  expect(await listJobs()).toEqual([])
}

async function planAndRun(id: string) {
  const params = { id }
  await finishJobs()
  const { status, code }: Import = (await t.call('owner', importApi.get, { params })).body.data
  expect(['matching', 'planned', 'failed']).toContain(status)
  expect(code).not.toMatch(/import_failed|import_file_unreadable/)
  if (status !== 'planned') return
  await t.call('owner', importApi.start, { params, body: { copyImages: false } })
  await finishJobs()
  expect((await t.call('owner', importApi.get, { params })).body.data.status).toBe('done')
}

test.each(ImportKind.options)(
  'odd files of %s are planned and run, or rejected at once',
  async kind => {
    const files = fc.sample(createOddFiles(kind), 1).flat()
    for (const file of files) {
      const { status, body } = await upload(kind, file)
      if (status === 202) await planAndRun(body.data._id)
      else expect([status, body.errors?.[0].path]).toEqual([422, 'file'])
    }
  },
  120_000,
)

const settings = {
  currency: 'EUR',
  locale: 'en',
  timeZone: 'UTC',
  now: new Date('2026-11-27'),
  siteUrl: '',
  hasCategories: false,
  createCategories: null,
  matchings: noMatchings,
  canCreateCategories: true,
  imageBaseUrl: '',
  encoding: null,
}
const parsers = {
  products: parseProductFile,
  orders: parseOrderFile,
  customers: parseCustomerFile,
  parcels: parseParcelFile,
} satisfies Record<ImportKind, unknown>

test.each(ImportKind.options)(
  'the parser of %s names the reason why it rejects a file',
  async kind => {
    await fc.assert(
      fc.asyncProperty(createOddFiles(kind), async files => {
        for (const file of files) {
          const error = await parsers[kind](() => Readable.from([file]), settings).catch(
            each => each,
          )
          if (error instanceof Error) expect(error).toBeInstanceOf(ImportFileError)
          else expect(error.problems.every(({ row }: { row: number }) => row > 0)).toBe(true)
        }
      }),
      { numRuns: 100 },
    )
  },
)

test('odd files of redirects are read, or rejected with their line', async () => {
  await fc.assert(
    fc.asyncProperty(oddText, async csv => {
      const { status, body } = await t.call('owner', redirectApi.import, {
        body: { csv: `/a,/b\n${csv}` },
      })
      expect([200, 409, 422]).toContain(status)
      if (status === 422) expect(body.errors[0].path).toBe('csv')
    }),
    { numRuns: 60 },
  )
})
