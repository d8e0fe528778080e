import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import postgres from 'postgres'

/**
 * The least that a server can do for the same calls: `node:http`, one prepared statement per request
 * and `JSON.stringify`. It has no authentication, no permissions, no contract and no row security
 * (it connects as a superuser), and it counts no rows. A URL is
 * `/handler/store/argument?bytes=length`; the body is filled up or cut to that length, so that it
 * has as many bytes as the body of Storewright.
 * `/page?bytes=length` sends a body without a query, and handlers of the storefront send HTML.
 */
const [databaseUrl = '', port = '0', poolSize = '10'] = process.argv.slice(2)
const sql = postgres(databaseUrl, {
  max: Number(poolSize),
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

type Handler = (storeId: string, argument: string, request: IncomingMessage) => Promise<unknown>
const handlers: Record<string, Handler> = {
  productList: storeId => sql`
    select ${productRow} from product p where p.store_id = ${storeId}
    order by p.created_at desc, p.id desc limit 10`,

  /** The argument is the creation time and the id of the last row of the previous page. */
  productPage: (storeId, argument) => {
    const [createdAt = '', id = ''] = argument.split('_')
    return sql`
      select ${productRow} from product p
      where p.store_id = ${storeId} and (p.created_at, p.id) < (${createdAt}::timestamptz, ${id}::uuid)
      order by p.created_at desc, p.id desc limit 10`
  },

  product: (storeId, id) => sql`
    select ${productRow}, p.description, p.options,
      (select json_agg(v) from variant v where v.store_id = p.store_id and v.product_id = p.id) as variants,
      (select json_agg(i) from product_image i where i.store_id = p.store_id and i.product_id = p.id) as images,
      (select json_agg(c.category_id) from product_category c
        where c.store_id = p.store_id and c.product_id = p.id) as categories
    from product p where p.store_id = ${storeId} and p.id = ${id}`,

  orderList: storeId => sql`
    select ${orderRow} from "order" o where o.store_id = ${storeId}
    order by o.created_at desc, o.id desc limit 10`,

  order: (storeId, id) => sql`
    select ${orderRow}, o.subtotal, o.note, o.shipping_address, o.billing_address,
      (select json_agg(l order by l.position) from order_line l
        where l.store_id = o.store_id and l.order_id = o.id) as lines,
      (select json_agg(e order by e.id) from order_event e
        where e.store_id = o.store_id and e.order_id = o.id) as timeline,
      (select json_agg(y) from payment y where y.store_id = o.store_id and y.order_id = o.id) as payments,
      (select json_agg(f) from fulfillment f
        where f.store_id = o.store_id and f.order_id = o.id) as fulfillments
    from "order" o where o.store_id = ${storeId} and o.id = ${id}`,

  /** The first ten products with a word that begins with the argument. */
  search: (storeId, word) => sql`
    select ${productRow} from (
      select id from search_word
      where store_id = ${storeId} and entity = 'product' and word >= ${word} and word < ${`${word}\uffff`}
      limit 10) w
    join product p on p.store_id = ${storeId} and p.id = w.id`,

  /** The argument is the first and the last day. */
  dashboard: (storeId, argument) => {
    const [from = '', to = ''] = argument.split('_')
    return sql`
      select status, sum(orders) as orders, sum(units) as units, sum(total) as total, sum(net) as net
      from sales_day where store_id = ${storeId} and day between ${from}::date and ${to}::date
      group by 1`
  },

  /** The argument is the slug. */
  storefrontProduct: (storeId, slug) => sql`
    select p.title, p.slug, p.description, p.vendor, p.tags, p.options, p.price, p.compare_at_price, p.stock,
      (select json_agg(v order by v.position) from variant v
        where v.store_id = p.store_id and v.product_id = p.id) as variants,
      (select json_agg(m.url) from product_image i join media m on m.store_id = i.store_id and m.id = i.media_id
        where i.store_id = p.store_id and i.product_id = p.id) as images
    from product p where p.store_id = ${storeId} and p.slug = ${slug} and p.status = 'active'`,

  /** The argument is the slug of the category and the number of the first product. */
  storefrontCategory: (storeId, argument) => {
    const [slug = '', offset = ''] = argument.split('_')
    return sql`
      select p.title, p.slug, p.vendor, p.price, p.compare_at_price, p.stock, p.image
      from category c
      join product_category pc on pc.store_id = c.store_id and pc.category_id = c.id
      join product p on p.store_id = pc.store_id and p.id = pc.product_id
      where c.store_id = ${storeId} and c.slug = ${slug} and p.status = 'active'
      order by p.created_at desc, p.id desc limit 24 offset ${Number(offset)}`
  },

  /** The argument is the beginning of a word. */
  storefrontSearch: (storeId, word) => sql`
    select p.title, p.slug, p.vendor, p.price, p.compare_at_price, p.stock, p.image from (
      select id from search_word
      where store_id = ${storeId} and entity = 'product' and word >= ${word} and word < ${`${word}\uffff`}
      limit 24) w
    join product p on p.store_id = ${storeId} and p.id = w.id`,

  /** One insert and its commit. */
  write: async (storeId, _argument, request) => {
    const body = await text(request)
    return sql`insert into bench.bare_row (store_id, body) values (${storeId}, ${body}) returning id`
  },
}

const pages = new Map<number, Buffer>()
function sendPage(response: ServerResponse, bytes: number) {
  const body = pages.get(bytes) ?? Buffer.alloc(bytes, ' ')
  pages.set(bytes, body)
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': body.length,
  })
  response.end(body)
}

createServer((request, response) => {
  const [path = '', bytes] = (request.url ?? '').split('?bytes=')
  if (path === '/page') return sendPage(response, Number(bytes))
  const [, name = '', storeId = '', argument = ''] = path.split('/')
  const handler = handlers[name]
  if (!handler) return response.writeHead(404).end()
  handler(storeId, decodeURIComponent(argument), request).then(
    data => {
      if (name.startsWith('storefront')) return sendPage(response, Number(bytes))
      const body = Buffer.alloc(Number(bytes), ' ')
      body.write(JSON.stringify({ status: true, data }))
      response.writeHead(200, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': body.length,
      })
      response.end(body)
    },
    error => response.writeHead(500).end(String(error)),
  )
}).listen(Number(port), '127.0.0.1', () => process.send?.('ready'))
