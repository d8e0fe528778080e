import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Import, importApi } from '#contract/import/import.ts'
import { productApi } from '#contract/product/product.ts'
import { makePerson, startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

type As = Parameters<TestApp['call']>[0]

async function planImport(csv: string, as: As = 'owner'): Promise<Import> {
  const body = new FormData()
  body.append('kind', 'products')
  body.append('file', new Blob([csv]), 'file.csv')
  const reply = await t.call(as, importApi.create, { body })
  expect(reply.status).toBe(202)
  await t.runJobs()
  return getImport(reply.body.data._id, as)
}
const getImport = async (id: string, as: As = 'owner'): Promise<Import> =>
  (await t.call(as, importApi.get, { params: { id } })).body.data
const match = (id: string, columns: unknown[], as: As = 'owner') =>
  t.call(as, importApi.match, { params: { id }, body: { columns } })

test('imports a spreadsheet after its columns are matched, and remembers them in the store', async () => {
  const csv = 'Bezeichnung;Preis;Notiz\nTasse;12,50;Küche\nKanne;30;\n'
  const waiting = await planImport(csv)
  expect(waiting).toMatchObject({ status: 'matching', format: 'spreadsheet' })
  expect(waiting.columns.map(column => column.field)).toEqual(['title', 'price', null])
  expect((await t.call('owner', importApi.start, { params: { id: waiting._id } })).status).toBe(409)

  expect((await match(waiting._id, ['title', 'price', 'tags'])).body.data.status).toBe('planning')
  await t.runJobs()
  expect(await getImport(waiting._id)).toMatchObject({
    status: 'planned',
    counts: { create: 2, error: 0 },
    columns: [{ field: 'title' }, { field: 'price' }, { field: 'tags' }],
  })
  await t.call('owner', importApi.start, { params: { id: waiting._id } })
  await t.runJobs()
  const { body } = await t.call('owner', productApi.list, { query: { q: 'Tasse' } })
  expect(body.data).toMatchObject([{ title: 'Tasse', slug: 'tasse', price: 1250 }])

  const next = await planImport('BEZEICHNUNG;Preis;notiz\nSchale;9;Bad\n')
  expect(next).toMatchObject({ status: 'planned', counts: { create: 1 } })
  expect(next.columns.map(column => column.field)).toEqual(['title', 'price', 'tags'])
  const stranger = await makePerson(t.app, t.sql, 'other-store')
  expect(await planImport(csv, stranger)).toMatchObject({ status: 'matching' })
})

test('changes the columns of a planned import', async () => {
  const { _id } = await planImport('Nom;Prix;Ancien prix\nBol;8;10\n')
  await match(_id, ['title', 'price', null])
  await t.runJobs()
  await match(_id, ['title', 'compareAtPrice', 'price'])
  await t.runJobs()
  const items = await t.call('owner', importApi.listItems, { params: { id: _id }, query: {} })
  expect(items.body.data).toMatchObject([{ title: 'Bol', amount: 1000, action: 'create' }])
})

test('rejects columns that cannot be matched', async () => {
  const { _id } = await planImport('Article;Tarif;Extra\nBol;8;x\n')
  const reject = async (columns: unknown[]) => {
    const { status, body } = await match(_id, columns)
    return [status, body.errors[0].code]
  }
  expect(await reject(['title', 'price'])).toEqual([422, 'import_column_count'])
  expect(await reject([null, 'price', null])).toEqual([422, 'import_title_unmatched'])
  expect((await match(_id, ['title', 'price', 'size'])).status).toBe(422)
  const shopify = await planImport('Handle,Title,Variant Price\nbol,Bol,8\n')
  expect((await match(shopify._id, ['slug', 'title', 'price'])).body.code).toBe(
    'import_not_matchable',
  )
})

test('rejects a field of several columns and writes nothing', async () => {
  const { _id } = await planImport('Nom;Prix;Tarif;Photo 1;Photo 2\nBol;8;9;;\n')
  const reject = async (columns: unknown[]) => {
    const before = [await t.changes(), await getImport(_id)]
    const { status, body } = await match(_id, columns)
    expect([status, body.errors[0].code]).toEqual([422, 'import_field_repeated'])
    await t.runJobs()
    expect([await t.changes(), await getImport(_id)]).toEqual(before)
    return body.errors[0].message
  }
  expect(await reject(['title', 'price', 'price', 'imageSrc', 'imageSrc'])).toBe(
    'Several columns have the same field: Prix, Tarif. Choose another field for all but one of them.',
  )
  expect(await reject(['title', 'weight:g', 'weight:kg', null, null])).toContain('Prix, Tarif')
  expect((await match(_id, ['title', 'price', 'cost', 'imageSrc', 'imageSrc'])).status).toBe(202)
})

test('keeps the permission to create categories when columns are matched', async () => {
  const seller = await makePerson(t.app, t.sql, 'types-store')
  const plan = async (csv: string, columns: string[]) => {
    const { _id } = await planImport(csv, seller)
    await match(_id, columns, seller)
    await t.runJobs()
    return getImport(_id, seller)
  }
  expect(
    await plan('Objet;Coût;Genre\nBol;8;Vaisselle\n', ['title', 'price', 'productType']),
  ).toMatchObject({ status: 'planned', createCategories: true, counts: { create: 1, warn: 0 } })
  expect(
    await plan('Objet;Coût;Rayon\nBol;8;Vaisselle\n', ['title', 'price', 'categories']),
  ).toMatchObject({ status: 'planned', problems: [], counts: { create: 1, warn: 0 } })
})
