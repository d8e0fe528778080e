import { afterAll, beforeAll, expect, test } from 'vitest'
import { importApi } from '#contract/import/import.ts'
import type { Subject } from '#contract/lib/call/permission.ts'
import { categoryApi } from '#contract/product/category.ts'
import { productApi } from '#contract/product/product.ts'
import { makePerson, startTestApp, type TestApp, type Tester } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const createUser = (name: string, ...subjects: Subject[]): Promise<Tester> =>
  makePerson(t.app, t.sql, name, {
    storeId: t.people.owner.storeId,
    abilities: subjects.map(subject => ({ action: 'manage', subject })),
  })

function upload(as: Tester | 'owner', kind: string, csv: string) {
  const body = new FormData()
  body.append('kind', kind)
  body.append('file', new Blob([csv]), 'file.csv')
  return t.call(as, importApi.create, { body })
}

async function planImport(as: Tester | 'owner', kind: string, csv: string): Promise<string> {
  const { status, body } = await upload(as, kind, csv)
  expect(status).toBe(202)
  await t.runJobs()
  return body.data._id
}

const productFile = 'Handle,Title,Variant Price,Cost per item\nmug,Mug,5,1\n'
const orderFile =
  'Name,Email,Financial Status,Total,Lineitem name,Lineitem quantity,Lineitem price,Created at\n' +
  '#1,a@b.test,paid,5.00,Mug,1,5.00,2026-01-01 10:00:00 +0000\n'

test.each([
  ['products', productFile, ['product'], ['order', 'customer']],
  ['orders', orderFile, ['order', 'customer'], ['product']],
  ['orders', orderFile, ['order', 'customer'], ['order']],
  ['customers', 'Name,Email\nAnn,ann@b.test\n', ['customer'], ['order', 'product']],
] as const)(
  'an import of %s needs the permission to edit them by hand',
  async (kind, csv, enough, other) => {
    const name = `${kind}-${other.join('-')}`
    const id = await planImport('owner', kind, csv)
    const params = { id }
    const allowed = await createUser(`can-${name}`, 'import', ...enough)
    const denied = await createUser(`cannot-${name}`, 'import', ...other)
    const reads = [importApi.get, importApi.listItems, importApi.downloadProblems]
    for (const route of reads) expect((await t.call(allowed, route, { params })).status).toBe(200)
    for (const route of [...reads, importApi.cancel, importApi.start]) {
      const { status, body } = await t.call(denied, route, { params })
      expect([status, body.code]).toEqual([403, `import_${kind}_forbidden`])
    }
    const match = await t.call(denied, importApi.match, { params, body: { columns: ['title'] } })
    expect([match.status, match.body.code]).toEqual([403, `import_${kind}_forbidden`])
    const listIds = async (as: Tester): Promise<string[]> =>
      (await t.call(as, importApi.list)).body.data.map(({ _id }: { _id: string }) => _id)
    expect(await listIds(allowed)).toContain(id)
    expect(await listIds(denied)).not.toContain(id)
    expect((await upload(denied, kind, csv)).status).toBe(403)
  },
)

test('an import creates categories only for a user who can create them', async () => {
  await t.call('owner', categoryApi.create, { body: { name: 'Clothing' } })
  const importer = await createUser('no-categories', 'import', 'product')
  const csv = 'Handle,Title,Variant Price,Category Paths\nhat,Hat,5,"Clothing, Clothing > Hats"\n'
  const id = await planImport(importer, 'products', csv)
  const params = { id }
  await t.call(importer, importApi.start, { params })
  await t.runJobs()
  const { body } = await t.call(importer, importApi.get, { params })
  expect(body.data).toMatchObject({
    status: 'done',
    counts: { create: 1, warn: 1 },
    problems: [
      { row: 2, level: 'warn', code: 'category_not_allowed', params: { name: 'Clothing > Hats' } },
    ],
  })
  const names = await t.inStore(tx => tx<{ name: string }[]>`select name from category`)
  expect(names.map(({ name }) => name)).toEqual(['Clothing'])
  const products = await t.call('owner', productApi.list, { query: { q: 'Hat' } })
  expect(products.body.meta.total).toBe(1)
})
