import type { TestApp } from '../testing.ts'

/** Adds an alert to the store of the test owner, as its form does, about a product of its own. */
export const addProductAlert = (t: TestApp, email: string): Promise<string> =>
  t.sql.begin(async tx => {
    await tx`select set_config('app.store_id', ${t.people.owner.storeId}, true)`
    const [product] = await tx<{ id: string }[]>`
      insert into product (title, slug, status)
      values ('Vase', ${`vase-${crypto.randomUUID()}`}, 'active') returning id`
    const [variant] = await tx<{ id: string }[]>`
      insert into variant (product_id) values (${product?.id ?? ''}) returning id`
    await tx`select request_product_alert(${variant?.id ?? ''}, 'stock', ${email}, 'en', 'I agree.', '/')`
    const [row] = await tx<{ id: string }[]>`select id from product_alert where email = ${email}`
    return row?.id ?? ''
  })
