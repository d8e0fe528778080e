import { createServer } from 'node:http'
import postgres from 'postgres'

/**
 * The baseline that calls are compared with: `node:http`, one prepared query a request and
 * `JSON.stringify`. It has no authentication, no permissions, no contract and no row security (it
 * connects as a superuser). It returns the same rows.
 */
const [url = '', businessId = '', port = '0'] = process.argv.slice(2)
const sql = postgres(url, {
  max: 10,
  onnotice: () => {},
  transform: { column: { from: postgres.toCamel } },
  types: { bigint: { to: 20, from: [20, 1700], serialize: String, parse: Number } },
})

const productRow = sql`p.id as "_id", p.title, p.slug, p.status, p.vendor, p.product_type, p.tags, p.price,
  p.compare_at_price, p.sku, p.stock, p.track_stock, p.variant_count, p.image, p.version, p.created_at, p.updated_at`
const orderRow = sql`o.id as "_id", o.number, o.status, o.payment_status, o.fulfillment_status, o.currency, o.total,
  o.item_count, o.tags, o.source, o.version, o.created_at,
  json_build_object('_id', o.customer_id, 'name', o.customer_name,
    'email', o.customer_email, 'phone', o.customer_phone) as customer`

const handlers: Record<string, (id: string) => Promise<unknown>> = {
  productList: async () => ({
    status: true,
    data: await sql`select ${productRow} from product p where p.business_id = ${businessId} order by p.created_at desc, p.id desc limit 10`,
  }),
  orderList: async () => ({
    status: true,
    data: await sql`select ${orderRow} from "order" o where o.business_id = ${businessId} order by o.created_at desc, o.id desc limit 10`,
  }),
  product: async id => ({
    status: true,
    data: (
      await sql`
    select ${productRow}, p.description, p.options,
      (select json_agg(v) from variant v where v.business_id = p.business_id and v.product_id = p.id) as variants,
      (select json_agg(i) from product_image i where i.business_id = p.business_id and i.product_id = p.id) as images,
      (select json_agg(c.category_id) from product_category c where c.business_id = p.business_id and c.product_id = p.id) as categories
    from product p where p.business_id = ${businessId} and p.id = ${id}`
    )[0],
  }),
  order: async id => ({
    status: true,
    data: (
      await sql`
    select ${orderRow}, o.subtotal, o.note, o.shipping_address, o.billing_address,
      (select json_agg(l order by l.position) from order_line l where l.business_id = o.business_id and l.order_id = o.id) as lines,
      (select json_agg(e order by e.id) from order_event e where e.business_id = o.business_id and e.order_id = o.id) as timeline,
      (select json_agg(y) from payment y where y.business_id = o.business_id and y.order_id = o.id) as payments,
      (select json_agg(f) from fulfillment f where f.business_id = o.business_id and f.order_id = o.id) as fulfillments
    from "order" o where o.business_id = ${businessId} and o.id = ${id}`
    )[0],
  }),
}

createServer((request, response) => {
  const [, name = '', id = ''] = (request.url ?? '').split('/')
  handlers[name]?.(id).then(
    body =>
      response
        .writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
        .end(JSON.stringify(body)),
    error => response.writeHead(500).end(String(error)),
  )
}).listen(Number(port), '127.0.0.1', () => process.send?.('ready'))
