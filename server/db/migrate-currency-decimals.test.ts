import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmptyDatabase } from '../lib/testing/test-database.ts'
import { migrate } from './migrate.ts'
import { migrateToBefore } from './migrate-testing.ts'

/** Whole numbers that are no amounts. */
const counters = ['order_counter.last_number', 'redirect.hits', 'sales_day.units']
const stores = {
  HUF: '00000000-0000-7000-8000-00000000a001',
  IQD: '00000000-0000-7000-8000-00000000a002',
  EUR: '00000000-0000-7000-8000-00000000a003',
}
type Currency = keyof typeof stores

let database: Awaited<ReturnType<typeof createEmptyDatabase>>
let owner: postgres.Sql
/** The sum of each column of amounts of each store, and the JSON values with amounts. */
type Amounts = { sums: Record<string, number>; json: Record<string, unknown>; traces: unknown }
const before = new Map<Currency, Amounts>()
const after = new Map<Currency, Amounts>()

beforeAll(async () => {
  database = await createEmptyDatabase()
  owner = postgres(database.ownerUrl, { max: 1, onnotice: () => {} })
  await migrateToBefore('0148', database.ownerUrl)
  const columns = await listAmountColumns()
  for (const currency of ['HUF', 'IQD', 'EUR'] as const) await createStore(currency)
  for (const currency of ['HUF', 'IQD', 'EUR'] as const)
    before.set(currency, await readAmounts(currency, columns))
  await migrate(database.ownerUrl, { hasOwnAppRole: true })
  for (const currency of ['HUF', 'IQD', 'EUR'] as const)
    after.set(currency, await readAmounts(currency, columns))
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

/** The sales are read with the changes that wait for their totals. */
const listAmountColumns = async () =>
  (
    await owner<{ name: string }[]>`
      select c.table_name || '.' || c.column_name as name
      from information_schema.columns c
      join information_schema.columns store
        on (store.table_schema, store.table_name, store.column_name) = (c.table_schema, c.table_name, 'business_id')
      where c.table_schema = 'public' and c.data_type = 'bigint'
        and c.table_name !~ '^(sales_change$|stored_|pending_)'
      order by 1`
  )
    .map(({ name }) => name)
    .filter(name => !counters.includes(name))

const enterStore = (currency: Currency) =>
  owner`select set_config('app.business_id', ${stores[currency]}, false)`

/** Fills every column of amounts of a store, and everything else with amounts. */
async function createStore(currency: Currency) {
  const id = stores[currency]
  await enterStore(currency)
  await owner`
    insert into business (id, name, slug, created_by, currency)
    values (${id}, 'Pots', ${`pots-${currency.toLowerCase()}`}, ${id}, ${currency})`
  await owner.unsafe(`
    insert into person (id, email, username, full_name, password_hash)
    values ('${id}', '${currency}@example.com', '${currency}', 'Ann', '');
    select set_config('app.person_id', '${id}', false);
    insert into product (id, title, slug) values ('${id}', 'Vase', 'vase');
    insert into variant (id, product_id, price, compare_at_price, cost) values ('${id}', '${id}', 1999, 2999, 500);
    update variant set price = 1499;
    update variant set price = 1299, compare_at_price = 1999;
    insert into product_alert (variant_id, kind, email, price, consent_text)
    values ('${id}', 'price', 'a@example.com', 1299, 'Yes');
    insert into customer (id, name, email) values ('${id}', 'Ann', 'a@example.com');
    insert into discount (id, name, code, kind, amount, minimum_amount)
    values ('${id}', 'Spring', 'SPRING', 'amount', 100, 5000);
    insert into "order" (id, number, currency, customer_id, status, subtotal, discount_total, entered_discount,
      shipping_total, shipping_tax, tax_total, total, paid_total, refunded_total, item_count)
    values ('${id}', '1', '${currency}', '${id}', 'pending', 3998, 100, 50, 490, 78, 622, 5010, 5010, 388, 2);
    insert into order_line (order_id, product_id, variant_id, title, quantity, unit_price, cost, discount,
      entered_discount, tax, total)
    values ('${id}', '${id}', '${id}', 'Vase', 2, 1999, 500, 100, 50, 622, 3898);
    select fold_sales(1000);
    update "order" set refunded_total = 399;
    insert into order_discount (order_id, discount_id, name, code, amount)
    values ('${id}', '${id}', 'Spring', 'SPRING', 100);
    insert into order_event (order_id, type, data)
    values ('${id}', 'payment_recorded', '{"amount": 5010, "method": "cash"}');
    insert into payment (id, order_id, kind, amount) values ('${id}', '${id}', 'payment', 5010);
    insert into payment_refund (order_id, payment_id, provider, amount) values ('${id}', '${id}', 'mollie', 388);
    insert into checkout (id, cart_hash, content_hash, frozen) values ('${id}', '1', '1', '${frozen(id)}');
    insert into payment_session (checkout_id, provider, amount, currency, expires_at, check_at)
    values ('${id}', 'mollie', 5010, '${currency}', now(), now());
    insert into cart (id, token_hash) values ('${id}', '1');
    insert into cart_line (cart_id, variant_id, title, price, quantity, asked_quantity, currency)
    values ('${id}', '${id}', 'Vase', 1299, 1, 1, '${currency}');
    insert into shipping_zone (name, rates) values ('Home', '[
      {"kind": "by_total", "steps": [{"from": 0, "price": 490}, {"from": 5000, "price": 290}], "freeFrom": 9900},
      {"kind": "by_weight", "steps": [{"from": 0, "price": 490}, {"from": 5000, "price": 990}], "freeFrom": null}]');
    insert into cms (sections) values ('{"checkout": {"minOrder": 1500, "guestAllowed": true}}');
    insert into list_view (list, name, query) values ('order', 'Large', '{"totalFrom": "5000", "q": "5000"}');
    insert into webhook_event (type, record_id, data)
    values ('order.created', '${id}', '{"total": 5010, "itemCount": 2, "lines": [{"unitPrice": 1999, "quantity": 2}]}');
    insert into import (id, kind, file_name, file_key, bytes) values ('${id}', 'products', 'a.csv', 'a', 1);
    insert into import_item (import_id, position, row, action, amount, changes) values ('${id}', 0, 1, 'update', 1299,
      '[{"field": "variants.A.price", "from": 1299, "to": 1399}, {"field": "variants.A.stock", "from": 7, "to": 8}]')`)
}

const frozen = (id: string) =>
  JSON.stringify({
    input: {
      lines: [{ variant: id, quantity: 2, unitPrice: 1999, discount: 100 }],
      shippingTotal: 490,
      tax: { shipping: 19, lines: [19] },
    },
    discounts: [{ discount: id, name: 'Spring', code: '1234', amount: 100 }],
    held: { total: 5010, variants: [{ price: 1999, cost: 500, stock: 3 }] },
  })

async function readAmounts(currency: Currency, columns: readonly string[]): Promise<Amounts> {
  await enterStore(currency)
  const sums: Record<string, number> = {}
  for (const column of columns) {
    const [table = '', name = ''] = column.split('.')
    const [row] = await owner<{ sum: number }[]>`
      select coalesce(sum(${owner(name)}), 0)::float8 as sum from ${owner(table)}
      where business_id = ${stores[currency]}`
    sums[column] = row?.sum ?? 0
  }
  await owner`select set_config('app.person_id', ${stores[currency]}, false)`
  const [json = {}] = await owner`
    select e.data as event, c.frozen, z.rates, m.sections as cms, l.query as view, n.data as notification,
      w.data as "eventData", i.changes
    from order_event e, checkout c, shipping_zone z, cms m, list_view l, notification n, webhook_event w, import_item i
    where ${stores[currency]} = all (array[e.business_id, c.business_id, z.business_id, m.business_id, l.business_id,
      n.business_id, w.business_id, i.business_id]) and n.data ->> 'number' = '1'`
  const [traces] = await owner`
    select (select count(*) from audit where business_id = b.id) as audited,
      (select md5(string_agg(a::text, '' order by id)) from audit a where business_id = b.id) as audit,
      (select count(*) from price_history where business_id = b.id) as prices,
      (select count(*) from webhook_event where business_id = b.id) as events,
      (select count(*) from notification where business_id = b.id) as notifications,
      (select version from "order" where business_id = b.id) as version
    from business b where b.id = ${stores[currency]}`
  return { sums, json, traces }
}

test.each([
  ['HUF', 100],
  ['IQD', 1000],
] as const)('every amount in %s gets the decimals of ISO 4217', (currency, factor) => {
  const sums = Object.entries(before.get(currency)?.sums ?? {})
  expect(sums.filter(([, sum]) => sum === 0)).toEqual([])
  expect(after.get(currency)?.sums).toEqual(
    Object.fromEntries(sums.map(([column, sum]) => [column, sum * factor])),
  )
})

test('amounts in JSON are converted, other numbers are not', () => {
  expect(after.get('HUF')?.json).toEqual({
    event: { amount: 501000, method: 'cash' },
    frozen: {
      input: {
        lines: [{ variant: stores.HUF, quantity: 2, unitPrice: 199900, discount: 10000 }],
        shippingTotal: 49000,
        tax: { shipping: 19, lines: [19] },
      },
      discounts: [{ discount: stores.HUF, name: 'Spring', code: '1234', amount: 10000 }],
      held: { total: 501000, variants: [{ price: 199900, cost: 50000, stock: 3 }] },
    },
    rates: [
      {
        kind: 'by_total',
        steps: [
          { from: 0, price: 49000 },
          { from: 500000, price: 29000 },
        ],
        freeFrom: 990000,
      },
      {
        kind: 'by_weight',
        steps: [
          { from: 0, price: 49000 },
          { from: 5000, price: 99000 },
        ],
        freeFrom: null,
      },
    ],
    cms: { checkout: { minOrder: 150000, guestAllowed: true } },
    view: { totalFrom: '500000', q: '5000' },
    notification: { number: '1', customer: '', total: 501000, currency: 'HUF', source: 'manual' },
    eventData: { total: 501000, itemCount: 2, lines: [{ unitPrice: 199900, quantity: 2 }] },
    changes: [
      { field: 'variants.A.price', from: 129900, to: 139900 },
      { field: 'variants.A.stock', from: 7, to: 8 },
    ],
  })
})

test('amounts of other currencies stay', () => {
  expect(after.get('EUR')).toEqual(before.get('EUR'))
})

test('a conversion is no change of a price and no entry of the audit', () => {
  for (const currency of ['HUF', 'IQD', 'EUR'] as const)
    expect(after.get(currency)?.traces).toEqual(before.get(currency)?.traces)
})
