import type postgres from 'postgres'

export type BenchAmounts = {
  stores: number
  products: number
  orders: number
  smallProducts: number
  smallOrders: number
}

/**
 * Fills an empty database with one large store and many small ones, and returns the large store.
 * Orders are spread over the last year, and every product sells equally often, which is the worst
 * case for the sums of the dashboard. Needs a superuser, because the rows contain their derived
 * columns and bypass the triggers.
 */
export async function generateBenchData(
  sql: postgres.Sql,
  amounts: BenchAmounts,
): Promise<{ businessId: string; personId: string }> {
  const generatedIds = await sql.begin(async tx => {
    await tx`set local session_replication_role = replica`
    const people = await insertStores(tx, amounts.stores)
    // Small stores get fewer rows of the same kind.
    await tx`create temp table size on commit drop as
      select id, row_number() over (order by id) as nr,
        case when id = ${people.businessId} then ${amounts.products}::integer else ${amounts.smallProducts}::integer end as products,
        case when id = ${people.businessId} then ${amounts.orders}::integer else ${amounts.smallOrders}::integer end as orders
      from business`
    await tx`alter table size add categories integer, add customers integer`
    await tx`update size set categories = greatest(least(300, products / 10), 1), customers = greatest(orders / 5, 1)`
    await insertProducts(tx)
    await insertOrders(tx)
    return people
  })
  for (const { id } of await sql<{ id: string }[]>`select id from business_list`) {
    await sql.begin(async tx => {
      await tx`select set_config('app.business_id', ${id}, true)`
      await tx`select rebuild_sales(${id})`
    })
  }
  await sql`drop table business_list`
  await sql`vacuum analyze`
  return generatedIds
}

async function insertStores(tx: postgres.TransactionSql, stores: number) {
  const [person] = await tx<{ id: string }[]>`
    insert into person (email, username, full_name, password_hash) values ('bench@example.com', 'bench', 'Bench', 'none') returning id`
  const personId = person?.id ?? ''
  await tx`insert into business (name, slug, created_by, timezone, status)
    select 'Store ' || n, 'store-' || n, ${personId}, 'Europe/Berlin', 'live' from generate_series(1, ${stores}) n`
  const [large] = await tx<{ id: string }[]>`select id from business order by id limit 1`
  const businessId = large?.id ?? ''
  await tx`insert into membership (person_id, business_id, role) values (${personId}, ${businessId}, 'owner')`
  await tx`update person set last_business_id = ${businessId}`
  await tx`create table business_list as select id from business`
  return { personId, businessId }
}

async function insertProducts(tx: postgres.TransactionSql) {
  await tx`insert into category (business_id, name, slug, position)
    select s.id, 'Category ' || n, 'category-' || n, n from size s, generate_series(1, s.categories) n`
  await tx`insert into product (business_id, title, slug, description, status, vendor, product_type, tags, price, sku, stock, variant_count, image, created_at)
    select s.id, 'Product ' || n || ' of ' || md5(n::text), 'product-' || n, repeat('A good thing to have. ', 20),
      case when n % 20 = 0 then 'draft' else 'active' end, 'Vendor ' || n % 50, 'Type ' || n % 20, array['tag-' || n % 30, 'tag-' || n % 7],
      500 + n % 9500, 'SKU-' || n, n % 97, 1, case when n % 50 = 0 then '' else '/media/' || n || '/1200.webp' end, now() - random() * interval '2 years'
    from size s, generate_series(1, s.products) n`
  await tx`insert into variant (business_id, product_id, sku, price, stock) select business_id, id, sku, price, stock from product`
  await tx`create temp table numbered_category on commit drop as
    select business_id, id, row_number() over (partition by business_id order by id) as nr from category`
  await tx`create temp table numbered_product on commit drop as
    select p.business_id, p.id, v.id as variant_id, p.title, p.sku, p.price, p.image, row_number() over (partition by p.business_id order by p.id) as nr,
      1 + row_number() over (partition by p.business_id order by p.id) % s.categories as category_nr
    from product p join size s on s.id = p.business_id join variant v on v.business_id = p.business_id and v.product_id = p.id`
  await tx`create index on numbered_product (business_id, nr) include (id, variant_id, title, sku, price, image)`
  await tx`create index on numbered_category (business_id, nr)`
  await tx`analyze numbered_product, numbered_category`
  await tx`insert into product_category (business_id, product_id, category_id)
    select p.business_id, p.id, c.id from numbered_product p join numbered_category c on c.business_id = p.business_id and c.nr = p.category_nr`
}

async function insertOrders(tx: postgres.TransactionSql) {
  await tx`insert into order_counter (business_id, last_number) select id, 1000 + orders from size`
  await tx`insert into customer (business_id, name, email, created_at)
    select s.id, 'Customer ' || n, 'customer-' || n || '@example.com', now() - random() * interval '1 year' from size s, generate_series(1, s.customers) n`
  await tx`create temp table numbered_customer on commit drop as
    select business_id, id, name, email, row_number() over (partition by business_id order by id) as nr from customer`
  await tx`create index on numbered_customer (business_id, nr)`
  await tx`create temp table new_order on commit drop as
    select s.id as business_id, new_id() as id, n, 1 + n % 4 as lines, s.products, 1 + n % s.customers as customer_nr,
      now() - (s.orders - n) * (interval '365 days' / s.orders) as created_at,
      case when n % 25 = 0 then 'cancelled' when n > s.orders - 400 then (array['pending', 'confirmed', 'processing', 'ready'])[1 + n % 4] when n % 40 = 0 then 'on_hold' else 'completed' end as status
    from size s, generate_series(1, s.orders) n`
  await tx`create index on new_order (business_id)`
  await tx`analyze new_order`
  await tx`create temp table new_line on commit drop as
    select o.business_id, o.id as order_id, l as position, 1 + (o.n + l) % 3 as quantity, p.id as product_id, p.variant_id, p.title, p.sku, p.price, p.image
    from new_order o, generate_series(1, o.lines) l, numbered_product p
    where p.business_id = o.business_id and p.nr = 1 + (abs(hashint4(o.n * 7 + l)) % o.products)`
  await tx`analyze new_order, new_line, numbered_customer`
  await tx`insert into "order" (business_id, id, number, status, payment_status, fulfillment_status, customer_id, customer_name, customer_email, currency, subtotal, total, item_count, created_at)
    select o.business_id, o.id, '#' || 1000 + o.n, o.status, case o.status when 'completed' then 'paid' when 'cancelled' then 'voided' else 'unpaid' end,
      case o.status when 'completed' then 'delivered' else 'unfulfilled' end, c.id, c.name, c.email, 'USD', l.subtotal, l.subtotal, l.quantity, o.created_at
    from new_order o
    join (select order_id, sum(quantity * price) as subtotal, sum(quantity) as quantity from new_line group by 1) l on l.order_id = o.id
    join numbered_customer c on c.business_id = o.business_id and c.nr = o.customer_nr`
  await tx`insert into order_line (business_id, order_id, position, product_id, variant_id, title, sku, image, quantity, unit_price, total)
    select business_id, order_id, position, product_id, variant_id, title, sku, image, quantity, price, quantity * price from new_line`
  await tx`insert into order_event (business_id, order_id, type, at) select business_id, id, 'placed', created_at from new_order`
}
