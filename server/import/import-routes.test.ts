import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Import, type ImportItem, importApi } from '#contract/import/import.ts'
import { orderApi } from '#contract/order/order.ts'
import { type Product, productApi } from '#contract/product/product.ts'
import { withStoreTransaction } from '../lib/db/db.ts'
import { makePerson, startTestApp, type TestApp, type Tester } from '../testing/testing.ts'
import { exportProducts } from './import-export.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const catalogFile = join(import.meta.dirname, '../seed/catalogue.csv')
type As = Parameters<TestApp['call']>[0]

const send = (csv: string | Buffer, kind: string | undefined = 'products', as: As = 'owner') => {
  const body = new FormData()
  if (kind) body.append('kind', kind)
  body.append('file', new Blob([new Uint8Array(Buffer.from(csv))]), 'file.csv')
  return t.call(as, importApi.create, { body })
}
const getImport = async (id: string, as: As = 'owner'): Promise<Import> =>
  (await t.call(as, importApi.get, { params: { id } })).body.data
const listItems = async (id: string, query = {}): Promise<ImportItem[]> =>
  (
    await t.call('owner', importApi.listItems, {
      params: { id },
      query: { perPage: 100, ...query },
    })
  ).body.data

async function planImport(
  csv: string | Buffer,
  kind = 'products',
  as: As = 'owner',
): Promise<Import> {
  const { status, body } = await send(csv, kind, as)
  expect([status, body.message]).toEqual([202, 'File uploaded'])
  await t.runJobs()
  return getImport(body.data._id, as)
}
async function runImport(
  csv: string | Buffer,
  kind = 'products',
  as: As = 'owner',
): Promise<Import> {
  const { _id, status } = await planImport(csv, kind, as)
  expect(status).toBe('planned')
  const start = { params: { id: _id }, body: { copyImages: false } }
  expect((await t.call(as, importApi.start, start)).status).toBe(202)
  await t.runJobs()
  return getImport(_id, as)
}
const createStore = (name: string) => makePerson(t.app, t.sql, name)
const joinLines = (...rows: string[]) => rows.join('\r\n')
const header =
  'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Tracker,Variant Inventory Qty,Category Paths'

describe('a catalog in our own format', () => {
  test('is checked without changes, imported completely, and unchanged the second time', async () => {
    const csv = await readFile(catalogFile)
    const before = await t.changes()
    const plan = await planImport(csv)
    expect(plan).toMatchObject({
      kind: 'products',
      fileName: 'file.csv',
      format: 'shopify',
      status: 'planned',
      progress: 1,
      counts: { update: 0, unchanged: 0, skip: 0, error: 0 },
      message: '',
    })
    expect(plan.counts.create).toBeGreaterThan(10)
    expect(plan.columns.find(column => column.header === 'Handle')).toEqual({
      header: 'Handle',
      field: 'slug',
      note: '',
    })
    expect(await t.changes()).toBe(before)

    const result = await runImport(csv)
    expect(result).toMatchObject({ status: 'done', progress: 1, counts: plan.counts })
    expect(result.images).toMatchObject({ ready: 0, failed: 0, isFetching: false })
    expect(result.images.waiting).toBeGreaterThan(10)
    const [first] = await listItems(result._id)
    expect(first).toMatchObject({
      position: 0,
      row: 2,
      action: 'create',
      name: 'hollow-mug',
      title: 'Hollow Mug',
      amount: 2400,
      isWritten: true,
    })
    const mug: Product = (
      await t.call('owner', productApi.get, { params: { id: first?.target ?? '' } })
    ).body.data
    expect(mug).toMatchObject({
      slug: 'hollow-mug',
      status: 'active',
      vendor: 'Brackwater Pottery',
      options: [{ name: 'Colour' }],
    })
    expect(mug.images[0]).toMatchObject({
      state: 'waiting',
      url: '',
      sourceUrl: expect.stringContaining('https://'),
    })
    expect(mug.variants[0]?.image).toBe(mug.images[0]?._id)

    const after = await t.changes()
    expect((await runImport(csv)).counts).toMatchObject({
      create: 0,
      update: 0,
      unchanged: plan.counts.create,
      skip: 0,
    })
    expect(await t.changes()).toBe(after)
    const reasonRows = await t.inStore(tx => tx`select distinct reason from stock_movement`)
    expect(reasonRows).toEqual([{ reason: 'import' }])
  })

  test('is exported and imported into another store unchanged', async () => {
    const seller = await createStore('export')
    await runImport(await readFile(catalogFile), 'products', seller)
    const exportReply = await t.call(seller, productApi.export)
    expect(exportReply.headers['content-disposition']).toMatch(/products-\d{4}-\d\d-\d\d\.csv/)
    const secondPlan = await planImport(String(exportReply.body), 'products', seller)
    expect(secondPlan).toMatchObject({
      format: 'storewright',
      counts: { create: 0, update: 0, skip: 0, error: 0 },
    })
    const other = await createStore('mirror')
    await runImport(String(exportReply.body), 'products', other)
    expect((await t.call(other, productApi.export)).body).toBe(exportReply.body)
  })

  test('is exported in parts of at most 50 products', async () => {
    const seller = await createStore('large-export')
    const rows = Array.from({ length: 120 }, (_, i) => `mug-${i},Mug ${i},5.00`)
    await runImport(joinLines('Handle,Title,Variant Price', ...rows), 'products', seller)
    const stream = exportProducts(
      work => withStoreTransaction(t.app.db, seller.storeId, work),
      productApi.list.query.parse({}),
      async () => [],
      { siteUrl: 'https://example.com', canSeeCost: true },
    )
    const rowsPerPart = (await Array.fromAsync(stream, String)).map(
      part => part.match(/^mug-\d+,/gm)?.length ?? 0,
    )
    expect(rowsPerPart).toEqual([0, 50, 50, 20])
  })

  test('is exported with the filters of the list', async () => {
    const seller = await createStore('filtered-export')
    await runImport(await readFile(catalogFile), 'products', seller)
    const exportReply = await t.call(seller, productApi.export, {
      query: { q: 'Hollow Mug', status: 'active' },
    })
    expect(
      new Set(
        String(exportReply.body)
          .split('\r\n')
          .slice(1)
          .filter(line => /^[a-z-]+,/.test(line))
          .map(line => line.split(',')[0]),
      ),
    ).toEqual(new Set(['hollow-mug']))
  })
})

describe('a file with errors', () => {
  test('imports valid products completely and gives the reason for each skipped one', async () => {
    const csv = joinLines(
      header,
      'a,Good,Size,S,A-S,10,shopify,3,Cellar > Racks',
      'a,,,M,A-M,11,shopify,4,',
      'b,Bad,Size,S,B-S,ten,,,',
      'b,,,M,B-M,12,,,',
      'c,,,,,5,,,',
      'd,Also good,,,D,7,shopify,1,Cellar',
    )
    const result = await runImport(csv)
    expect(result.counts).toMatchObject({ create: 3, skip: 1, error: 2, warn: 1 })
    expect(
      (await listItems(result._id)).map(item => [
        item.name,
        item.action,
        item.size,
        item.reasons.length,
      ]),
    ).toEqual([
      ['a', 'create', 2, 0],
      ['b', 'create', 1, 0],
      ['c', 'skip', 1, 1],
      ['d', 'create', 1, 0],
    ])
    expect(result.problems.map(problem => [problem.row, problem.level])).toEqual([
      [4, 'warn'],
      [4, 'error'],
      [6, 'error'],
    ])
    expect(result.problems[0]).toMatchObject({
      code: 'value_skipped',
      message: '“ten” isn’t valid and is skipped.',
      params: { value: 'ten' },
    })
    expect(result.problems[1]).toMatchObject({
      code: 'price_missing',
      message: 'The variant “S” has no price, so it is skipped. Add one.',
    })
    const [, , incompleteItem] = await listItems(result._id)
    expect(incompleteItem).toMatchObject({ problems: [{ code: 'new_product_without_title' }] })
    const problems = await t.call('owner', importApi.downloadProblems, {
      params: { id: result._id },
    })
    expect(String(problems.body).split('\r\n')[0]).toBe('\uFEFFRow,Column,Value,Level,Code,Message')
    expect(String(problems.body).split('\r\n')).toHaveLength(5)
    const categories = await t.inStore(
      tx => tx`
        select c.name, p.name as parent from category c left join category p on p.id = c.parent
        where c.name in ('Cellar', 'Racks') order by 1`,
    )
    expect(categories).toEqual([
      { name: 'Cellar', parent: null },
      { name: 'Racks', parent: 'Cellar' },
    ])
  })

  test('shows old and new values and writes these changes', async () => {
    const joinProduct = (title: string, price: number) =>
      joinLines(
        header,
        `changed,${title},Size,S,C-S,${price},shopify,3,Attic`,
        'changed,,,M,C-M,11,shopify,4,',
      )
    await runImport(joinProduct('Good', 10))
    const result = await runImport(joinProduct('Better', 12))
    expect((await listItems(result._id, { action: 'update' }))[0]).toMatchObject({
      name: 'changed',
      changes: [
        { field: 'title', from: 'Good', to: 'Better' },
        { field: 'variants.S.price', from: 1000, to: 1200 },
      ],
    })
    const updatedRows = await t.inStore(
      tx => tx`select version, price from product where slug = 'changed'`,
    )
    expect(updatedRows).toEqual([{ version: 2, price: 1100 }])
  })

  test('skips only the product that the database rejects', async () => {
    await t.sql`alter table product add constraint product__vendor__shunned check (vendor <> 'Shunned')`
    try {
      const rows = Array.from(
        { length: 9 },
        (_, i) => `v${i},V${i},${i === 4 ? 'Shunned' : 'Fine'},${i}`,
      )
      const result = await runImport(joinLines('Handle,Title,Vendor,Variant Price', ...rows))
      expect(result.counts).toMatchObject({ create: 8, skip: 1, error: 1 })
      expect(result.problems).toMatchObject([{ row: 6, code: 'value_rejected', level: 'error' }])
      expect((await listItems(result._id, { action: 'skip' }))[0]).toMatchObject({
        name: 'v4',
        target: null,
      })
    } finally {
      await t.sql`alter table product drop constraint product__vendor__shunned`
    }
  })
})

describe('an interrupted run', () => {
  test('continues where it stopped and creates each product once', async () => {
    const rows = Array.from({ length: 450 }, (_, i) => `k${i},Kept ${i},${i}.50`)
    const { _id } = await planImport(joinLines('Handle,Title,Variant Price', ...rows))
    await t.call('owner', importApi.start, { params: { id: _id } })
    const job = t.app.jobs['import.run']
    const payload = {
      importId: _id,
      storeId: t.people.owner.storeId,
      personId: t.people.owner.personId,
    }
    // The third batch ends the job as if its process were killed: nothing is cleaned up.
    await t.sql`alter table import add constraint import__progress__killed check (progress < 0.6) not valid`
    try {
      await expect(
        Reflect.apply(job ?? (() => {}), undefined, [
          payload,
          { job: { attempts: 1, max_attempts: 5 } },
        ]),
      ).rejects.toThrow('killed')
    } finally {
      await t.sql`alter table import drop constraint import__progress__killed`
    }
    const interruptedImport = await getImport(_id)
    expect(interruptedImport.status).toBe('running')
    expect(interruptedImport.progress).toBeGreaterThan(0.3)
    expect(interruptedImport.progress).toBeLessThan(0.9)
    const changesBefore = await t.changes()
    await t.runJobs()
    const result = await getImport(_id)
    expect(result).toMatchObject({ status: 'done', counts: { create: 450, unchanged: 0 } })
    const [count] = await t.inStore(
      tx => tx<{ n: number; changes: number }[]>`
        select count(*)::integer as n, (
          select count(*) from audit where entity = 'product' and request_id = ${`import-${_id}`}
        )::integer as changes
        from product where slug ~ '^k[0-9]+$'`,
    )
    expect(count).toEqual({ n: 450, changes: 450 })
    expect(await t.changes()).toBeGreaterThan(changesBefore)
  })

  test('is canceled between batches and can be resumed', async () => {
    const { _id } = await planImport(joinLines('Handle,Title,Variant Price', 'x1,X1,1', 'x2,X2,2'))
    await t.call('owner', importApi.start, { params: { id: _id } })
    expect(
      (await t.call('owner', importApi.cancel, { params: { id: _id } })).body.data.status,
    ).toBe('cancelled')
    await t.runJobs()
    expect((await listItems(_id)).map(item => item.isWritten)).toEqual([false, false])
    expect((await t.call('owner', importApi.start, { params: { id: _id } })).status).toBe(202)
    await t.runJobs()
    expect(await getImport(_id)).toMatchObject({ status: 'done', counts: { create: 2 } })
  })
})

describe('the import rejects', () => {
  test('invalid files and keeps none of them', async () => {
    const before = await t.changes()
    const count = () =>
      t.inStore(
        async tx => (await tx<{ n: number }[]>`select count(*)::integer as n from import`)[0]?.n,
      )
    const imports = await count()
    const cases = [
      ['a workbook', 'PK\u0003\u0004 sheet', 'products', 422, 'file'],
      [
        'a file of orders as products',
        'Name,Financial Status,Lineitem name\n',
        'products',
        422,
        'file',
      ],
      ['a single column', 'Notes\nBuy milk\n', 'products', 422, 'file'],
      ['an empty file', '', 'products', 422, 'file'],
      ['an unknown kind', 'Handle,Title\n', 'coupons', 422, 'kind'],
      ['no kind', 'Handle,Title\n', undefined, 422, 'kind'],
    ] as const
    for (const [description, csv, kind, status, path] of cases) {
      const reply = await send(csv, kind ?? '')
      expect([description, reply.status, reply.body.errors?.[0].path]).toEqual([
        description,
        status,
        path,
      ])
    }
    expect((await t.call('owner', importApi.create, { body: { kind: 'products' } })).status).toBe(
      415,
    )
    expect(await count()).toBe(imports)
    expect(await t.changes()).toBe(before)
  })

  test('a file above the size limit with 413', async () => {
    const reply = await send(Buffer.alloc(50 * 1024 * 1024 + 10, 'Handle,Title,Variant Price\n'))
    expect([reply.status, reply.body.code, reply.body.errors?.[0].path]).toEqual([
      413,
      'import_file_too_large',
      'file',
    ])
  })

  test('a row with too many cells, while other stores are served', async () => {
    const other = await createStore('reader')
    const { body } = await send(`Handle,Title\n${','.repeat(49_000_000)}`)
    const job = t.runJobs()
    expect((await t.call(other, productApi.list)).status).toBe(200)
    await job
    expect(await getImport(body.data._id)).toMatchObject({
      status: 'failed',
      message:
        'This file has more than 500 columns. Delete the columns that you don’t need and try again.',
    })
  })

  test('calls at the wrong time and without permission', async () => {
    const importer: Tester = await makePerson(t.app, t.sql, 'importer', {
      storeId: t.people.owner.storeId,
      abilities: [{ action: 'manage', subject: 'import' }],
    })
    const { body } = await send(joinLines('Handle,Title,Variant Price', 'y,Y,1'))
    const params = { id: body.data._id }
    const before = await t.changes()
    expect((await t.call('owner', importApi.start, { params })).body).toMatchObject({
      status: false,
      code: 'import_still_checking',
    })
    await t.runJobs()
    expect((await t.call(importer, importApi.start, { params })).status).toBe(403)
    expect((await t.call('owner', importApi.fetchImages, { params })).status).toBe(409)
    expect((await t.call('stranger', importApi.get, { params })).status).toBe(404)
    expect((await t.call('stranger', importApi.start, { params })).status).toBe(404)
    expect((await t.call('stranger', importApi.cancel, { params })).status).toBe(404)
    expect((await t.call('stranger', importApi.listItems, { params })).status).toBe(404)
    expect((await t.call('stranger', importApi.downloadProblems, { params })).status).toBe(404)
    expect((await t.call('stranger', importApi.list)).body.meta.total).toBe(0)
    expect(await t.changes()).toBe(before)
    expect((await getImport(params.id)).status).toBe('planned')
  })

  test('the sample file is imported without problems', async () => {
    const seller = await createStore('sample')
    for (const kind of ['products', 'orders']) {
      const sample = await t.call('owner', importApi.downloadSample, { query: { kind } })
      expect(await planImport(String(sample.body), kind, seller)).toMatchObject({
        status: 'planned',
        counts: { error: 0, warn: 0, skip: 0 },
      })
    }
    expect((await t.call('owner', orderApi.export)).status).toBe(200)
  })
})
