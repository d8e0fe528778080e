import { afterAll, beforeAll, expect, test } from 'vitest'
import { productApi } from '#contract/product/product.ts'
import { shippingApi } from '#contract/store/shipping.ts'
import { storeApi } from '#contract/store/store.ts'
import { taxApi } from '#contract/store/tax.ts'
import { eventually } from '../../testing/eventually.ts'
import { setStoreStatus, visit } from '../../testing/subject/storefront-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  await setStoreStatus(t, 'live')
  await t.call('owner', productApi.create, {
    body: { title: 'Kettle', price: 5000, status: 'active' },
  })
})
afterAll(() => t.close())

const updateStore = (data: object) =>
  t.call('owner', storeApi.update, { params: { id: t.people.owner.storeId }, body: { data } })
const readNote = async () =>
  /<p class="price-note">(.*?)<\/p>/.exec((await visit(t, '/products/kettle')).body)?.[1]

/** A change reaches shoppers within a second. */
const expectNote = (note: string) => eventually(async () => expect(await readNote()).toBe(note))

test('a product page says whether its price includes tax, and follows each change', async () => {
  await updateStore({ address: { country: 'DE' }, locale: 'de', taxIncluded: true })
  await expectNote('zzgl. Versandkosten')
  const rate = { country: 'DE', region: '', rate: 19, validFrom: null }
  await t.inStore(
    tx => tx`
      insert into tax_class (name, is_standard, rates) values ('Standard', true, ${tx.json([rate])})`,
  )
  await expectNote('inkl. MwSt., zzgl. Versandkosten')
  await updateStore({ taxIncluded: false })
  await expectNote('zzgl. MwSt. und Versandkosten')

  const [standard] = (await t.call('owner', taxApi.list)).body.data
  const rates = [{ ...rate, country: 'FR' }]
  await t.call('owner', taxApi.update, { params: { id: standard._id }, body: { rates } })
  await expectNote('zzgl. Versandkosten')
  await updateStore({ defaultTaxRate: 10, taxIncluded: true, locale: 'en' })
  await expectNote('Tax included. Shipping calculated at checkout.')
  const steps = [{ from: 0, price: 490 }]
  const parcel = { _id: crypto.randomUUID(), name: 'Parcel', kind: 'flat' as const, steps }
  await t.call('owner', shippingApi.create, { body: { name: 'World', rates: [parcel] } })
  await expectNote('Tax included.')
})
