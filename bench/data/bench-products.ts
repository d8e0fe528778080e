import type postgres from 'postgres'
import { adjectives, materials, nouns, syllables } from './bench-words.ts'

/**
 * Inserts categories, images and products with their variants. One product in five has sizes, and
 * each with an image has a second one.
 */
export async function insertBenchProducts(tx: postgres.TransactionSql): Promise<void> {
  await tx`
    insert into category (store_id, name, slug, position)
    select s.id, initcap(pg_temp.pick(${nouns}::text[], n, 1)) || ' ' || n, 'category-' || n, n
    from size s, generate_series(1, s.categories) n`
  await tx`
    insert into media (store_id, file_name, url, width, height, bytes, hash)
    select s.id, 'image-' || n || '.jpg', '/media/' || s.nr || '/' || n || '/1200.webp', 1200, 1200,
      180000, md5(s.nr || '-' || n)
    from size s, generate_series(1, s.media) n`
  await createNewProducts(tx)
  await createNewVariants(tx)
  await insertProductRows(tx)
  await tx`
    insert into variant (store_id, id, product_id, options, sku, price, stock, position)
    select store_id, id, product_id, options, sku, price, stock, position from new_variant`
  await tx`
    insert into stock_movement (store_id, variant_id, delta, stock_after, reason)
    select store_id, id, stock, stock, 'count' from new_variant where stock <> 0`
  await tx`
    insert into product_image (store_id, product_id, media_id)
    select store_id, id, media_id from new_product where media_id is not null`
  await tx`
    insert into product_image (store_id, product_id, media_id, position)
    select p.store_id, p.id, m.id, 1
    from new_product p
    join size s on s.id = p.store_id
    join media m on m.store_id = p.store_id and m.file_name = 'image-' || 1 + (p.n + 7) % s.media || '.jpg'
    where p.media_id is not null`
  await tx`
    insert into product_category (store_id, product_id, category_id)
    select p.store_id, p.id, c.id
    from new_product p join category c
      on c.store_id = p.store_id and c.position = p.category_nr`
}

async function createNewProducts(tx: postgres.TransactionSql) {
  await tx`
    create temp table new_product on commit drop as
    select s.id as store_id, new_id() as id, n, s.nr * 1000003 + n as seed,
      1 + n % s.categories as category_nr, m.id as media_id, coalesce(m.url, '') as image,
      now() - (s.products - n) * (interval '2 years' / s.products) as created_at,
      case when n % 5 = 0 then 3 + n % 3 else 1 end as variants
    from size s
    cross join generate_series(1, s.products) n
    left join media m on m.store_id = s.id and n % 50 <> 0
      and m.file_name = 'image-' || 1 + n % s.media || '.jpg'`
  await tx`alter table new_product add title text, add code text`
  await tx`
    update new_product set
      title = initcap(concat_ws(' ', pg_temp.pick(${adjectives}::text[], seed, 1),
        pg_temp.pick(${materials}::text[], seed, 2), pg_temp.pick(${nouns}::text[], seed, 3),
        pg_temp.pick(${syllables}::text[], seed, 4) || pg_temp.pick(${syllables}::text[], seed, 5)
          || pg_temp.pick(${syllables}::text[], seed, 6))),
      code = upper(left(pg_temp.pick(${nouns}::text[], seed, 3), 3)) || '-' || n`
  await tx`analyze new_product`
}

/** A third of the variants have enough stock for every order of the benchmark. */
async function createNewVariants(tx: postgres.TransactionSql) {
  await tx`
    create temp table new_variant on commit drop as
    select p.store_id, new_id() as id, p.id as product_id, v - 1 as position,
      case when p.variants > 1 then array[(array['XS', 'S', 'M', 'L', 'XL'])[v]] else '{}' end as options,
      p.code || case when p.variants > 1 then '-' || (array['XS', 'S', 'M', 'L', 'XL'])[v] else '' end as sku,
      500 + pg_temp.random_below(p.seed, 7, 9500)::bigint + case when v > 2 then 200 else 0 end as price,
      case when p.seed % 25 = 7 then 0 when p.seed % 3 = 0 then 100000
        else pg_temp.random_below(p.seed * 10 + v, 8, 120) end as stock
    from new_product p, generate_series(1, p.variants) v`
  await tx`create index on new_variant (product_id)`
  await tx`analyze new_variant`
}

async function insertProductRows(tx: postgres.TransactionSql) {
  await tx`
    insert into product (
      store_id, id, title, slug, description, status, vendor, product_type, tags, options, price,
      sku, codes, stock, variant_count, image, created_at, updated_at)
    select p.store_id, p.id, p.title, 'product-' || p.n,
      '<p>' || repeat(p.title || ' is made by hand and lasts for years. ', 8) || '</p>',
      case when p.n % 20 = 0 then 'draft' when p.n % 33 = 0 then 'archived' else 'active' end,
      'Vendor ' || p.n % 50, initcap(pg_temp.pick(${nouns}::text[], p.seed, 3)),
      array['tag-' || p.n % 30, 'season-' || p.n % 7],
      case when p.variants > 1 then jsonb_build_array(jsonb_build_object(
        'name', 'Size', 'values', v.sizes)) else '[]' end,
      v.price, case when p.variants = 1 then v.codes else '' end, v.codes, v.stock, p.variants,
      p.image, p.created_at, p.created_at
    from new_product p
    join (
      select product_id, min(price) as price, sum(stock) as stock,
        string_agg(sku, ' ' order by position) as codes,
        jsonb_agg(options[1] order by position) as sizes
      from new_variant group by 1
    ) v on v.product_id = p.id
    order by p.store_id, p.n`
}
