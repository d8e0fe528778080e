import {
  maxSeoDescriptionLength,
  maxSeoTitleLength,
  type SeoProblemKind,
} from '#contract/cms/seo.ts'
import { type Ability, hasPermission } from '#contract/lib/call/permission.ts'
import type { SqlFragment } from '../lib/call/list.ts'
import type { Tx } from '../lib/db/db.ts'
import { fixedPaths } from '../redirect/rule/fixed-paths.ts'

/**
 * Selects the problems of each kind: `type`, `id`, `slug` and `name` of the record, `detail` and
 * `count`. A record has at most one row of a kind.
 */
export const seoProblems: Record<SeoProblemKind, (tx: Tx, records: SqlFragment) => SqlFragment> = {
  deadLink: (tx, records) => tx`
    select type, id, slug, name, min(path) as detail, count(*)::integer as count
    from (${selectLinks(tx, records)}) link
    where ${isDead(tx)}
    group by type, id, slug, name`,
  duplicateTitle: (tx, records) => tx`
    select type, id, slug, name, title as detail, count
    from (
      select *, (count(*) over (partition by lower(title)))::integer as count
      from (${records}) record
    ) counted
    where count > 1`,
  missingDescription: (tx, records) => tx`
    select type, id, slug, name, '' as detail, 0 as count
    from (${records}) record
    where seo_description = '' and regexp_replace(body, '<[^>]*>|&nbsp;|\\s', '', 'g') = ''`,
  missingAltText: (tx, records) => tx`
    select type, id, slug, name, '' as detail, image.count
    from (${records}) record
    join (
      select i.product_id, count(*)::integer as count
      from product_image i join media m on m.store_id = i.store_id and m.id = i.media_id
      where i.store_id = current_store() and i.alt = '' and m.alt = ''
      group by i.product_id
    ) image on image.product_id = record.id
    where type = 'product'`,
  longTitle: (tx, records) => tx`
    select type, id, slug, name, title as detail, length(title) as count
    from (${records}) record where length(title) > ${maxSeoTitleLength}`,
  longDescription: (tx, records) => tx`
    select type, id, slug, name, seo_description as detail, length(seo_description) as count
    from (${records}) record where length(seo_description) > ${maxSeoDescriptionLength}`,
}

/** Selects the records that shoppers see and the user may read. */
export function selectRecords(tx: Tx, abilities: readonly Ability[]): SqlFragment {
  const isReadable = (subject: 'product' | 'category') =>
    tx.unsafe(String(hasPermission(abilities, `${subject}:read`)))
  return tx`
    select 'product' as type, id, slug, title as name, coalesce(nullif(seo_title, ''), title) as title,
      seo_description, description as body
    from product
    where store_id = current_store() and status = 'active' and ${isReadable('product')}
    union all
    select 'category', id, slug, name, coalesce(nullif(seo_title, ''), name), seo_description, description
    from category
    where store_id = current_store() and status = 'visible' and ${isReadable('category')}
    union all
    select 'page', id, slug, title, coalesce(nullif(seo_title, ''), title), seo_description, body
    from page where store_id = current_store() and status = 'published'
    union all
    select 'post', id, slug, title, coalesce(nullif(seo_title, ''), title),
      coalesce(nullif(seo_description, ''), excerpt), body
    from post where store_id = current_store() and status = 'published' and publish_at <= now()`
}

/** Selects the paths of the store to which texts and redirects lead, without the language. */
const selectLinks = (tx: Tx, records: SqlFragment) => tx`
  select distinct type, id, slug, name,
    regexp_replace(to_redirect_path(target), '^/[a-z]{2}(-[a-z]{2})?(?=/)', '') as path
  from (
    select type, id, slug, name, found[1] as target
    from (${records}) record
    cross join lateral regexp_matches(body, 'href="(/[^/"][^"]*)"', 'g') found
    where body like '%href="/%'
    union all
    select 'redirect', id, path, path, target from redirect
    where store_id = current_store() and target like '/%'
  ) found`

/** Whether a path leads neither to a page nor to a redirect. */
const isDead = (tx: Tx) => tx`
  path <> all (${fixedPaths}::text[]) and path not like '/policies/%'
  and not exists (
    select from redirect r where r.store_id = current_store() and r.path = link.path)
  and not exists (
    select from product p where p.store_id = current_store() and p.status = 'active'
      and path like '/products/%' and p.slug = decode_path(substr(path, 11)))
  and not exists (
    select from category c where c.store_id = current_store() and c.status = 'visible'
      and path like '/categories/%' and c.slug = decode_path(substr(path, 13)))
  and not exists (
    select from page g where g.store_id = current_store() and g.status = 'published'
      and path like '/pages/%' and g.slug = decode_path(substr(path, 8)))
  and path not like '/blog/tag/%'
  and not exists (
    select from post o where o.store_id = current_store() and o.status = 'published'
      and o.publish_at <= now() and path like '/blog/%' and o.slug = decode_path(substr(path, 7)))`
