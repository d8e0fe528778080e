import {
  maxSeoDescriptionLength,
  maxSeoTitleLength,
  type SeoProblemKind,
} from '#contract/cms/seo.ts'
import { type Ability, hasPermission } from '#contract/lib/call/permission.ts'
import { languages } from '#contract/lib/text/languages.ts'
import type { SqlFragment } from '../lib/call/list.ts'
import type { Tx } from '../lib/db/db.ts'
import { fixedPaths, selectListPaths } from '../redirect/rule/fixed-paths.ts'

/** Whether a record `r` of `selectSeoRecords` has a problem. */
export const seoConditions: Record<SeoProblemKind, string> = {
  deadLink: 'r.dead_count > 0',
  duplicateTitle: 'r.title_count > 1',
  missingDescription: 'not r.has_description',
  missingAltText: 'r.image_count > 0',
  longTitle: `length(r.title) > ${maxSeoTitleLength}`,
  longDescription: `length(r.seo_description) > ${maxSeoDescriptionLength}`,
}

/** Selects all problems of a record `r`. */
export const selectProblems = (tx: Tx): SqlFragment => tx`(
  select jsonb_agg(jsonb_build_object('kind', kind, 'detail', detail, 'count', count) order by position)
  from (values
    (1, 'deadLink', r.dead_path, r.dead_count, ${tx.unsafe(seoConditions.deadLink)}),
    (2, 'duplicateTitle', r.title, r.title_count, ${tx.unsafe(seoConditions.duplicateTitle)}),
    (3, 'missingDescription', '', 0, ${tx.unsafe(seoConditions.missingDescription)}),
    (4, 'missingAltText', '', r.image_count, ${tx.unsafe(seoConditions.missingAltText)}),
    (5, 'longTitle', r.title, length(r.title), ${tx.unsafe(seoConditions.longTitle)}),
    (6, 'longDescription', r.seo_description, length(r.seo_description),
      ${tx.unsafe(seoConditions.longDescription)})
  ) problem (position, kind, detail, count, is_found)
  where is_found)`

/** Selects the records that shoppers see, with what the conditions of problems need. Reads each record once. */
export const selectSeoRecords = (tx: Tx, abilities: readonly Ability[]): SqlFragment => tx`
  select record.*, dead.path as dead_path, dead.count as dead_count,
    record.text_image_count + coalesce(image.count, 0) as image_count,
    count(*) over (partition by coalesce(lower(title), record.id::text)) as title_count
  from (${selectRecords(tx, abilities)}) record
  left join (${selectDeadLinks(tx, abilities)}) dead on dead.id = record.id
  left join (
    select i.product_id, count(*) from product_image i
    join media m on m.store_id = i.store_id and m.id = i.media_id
    where i.store_id = current_store() and i.alt = '' and m.alt = ''
    group by i.product_id
  ) image on image.product_id = record.id`

/** Selects the records that shoppers see and the user may read, and the redirects. */
const selectRecords = (tx: Tx, abilities: readonly Ability[]): SqlFragment => tx`
  select type, id, slug, name, coalesce(nullif(seo_title, ''), name) as title, seo_description,
    -- A character outside of tags that is not a space.
    seo_description <> '' or body ~ '(^|>)(\\s|&nbsp;)*([^<&\\s]|&(?!nbsp;))' as has_description,
    has_unnamed_cover::integer
      + case when body like '%<img%' then regexp_count(body, ${unnamedImage}) else 0 end as text_image_count
  from (${selectTexts(tx, abilities)}) text
  union all
  select 'redirect', id, path, path, null, '', true, 0 from redirect
  where store_id = current_store() and target is not null`

const selectTexts = (tx: Tx, abilities: readonly Ability[]): SqlFragment => {
  const isReadable = (subject: 'product' | 'category') =>
    tx.unsafe(String(hasPermission(abilities, `${subject}:read`)))
  return tx`
    select 'product' as type, id, slug, title as name, seo_title, seo_description, description as body,
      false as has_unnamed_cover
    from product
    where store_id = current_store() and status = 'active' and ${isReadable('product')}
    union all
    select 'category', id, slug, name, seo_title, seo_description, description, false from category
    where store_id = current_store() and status = 'visible' and ${isReadable('category')}
    union all
    select 'page', id, slug, title, seo_title, seo_description, body, false from page
    where store_id = current_store() and status = 'published'
    union all
    select 'post', id, slug, title, seo_title, coalesce(nullif(seo_description, ''), excerpt), body,
      cover <> '' and cover_alt = ''
    from post where store_id = current_store() and status = 'published' and publish_at <= now()`
}

/** An image of a text without an alt text. */
const unnamedImage = String.raw`<img(?![^>]*\salt="\s*[^"\s])[^>]*>`

const languagePrefix = `^/(${languages.map(({ code }) => code).join('|')})(?=/|$)`

/** Selects the pattern of a link to the store: a path, or an address with a host of the store. */
const selectOwnLink = (tx: Tx) => tx`
  select 'href="' || coalesce(
      '(?:https?://(?:' || string_agg(replace(domain, '.', '\\.'), '|') || ')(?::\\d+)?)?', '')
    || '(/[^/"][^"]*)"'
  from domain where store_id = current_store() and status = 'active'`

/** Selects the first and the number of the links to the store that lead neither to a page nor to a redirect. */
const selectDeadLinks = (tx: Tx, abilities: readonly Ability[]): SqlFragment => tx`
  select link.id, min(path) as path, count(*)
  from (
    select distinct id,
      coalesce(nullif(regexp_replace(to_redirect_path(target), ${languagePrefix}, ''), ''), '/') as path
    from (
      select id, found[1] as target
      from (
        select id, body from (${selectTexts(tx, abilities)}) text
        where body like '%href="/%' or body like '%href="http%'
        union all
        select id, 'href="' || target || '"' from redirect where store_id = current_store() and target is not null
      ) linking
      cross join lateral regexp_matches(body, (${selectOwnLink(tx)}), 'gi') found
    ) found
  ) link
  where path <> all (${fixedPaths}::text[]) and path not like '/policies/%' and path not like '/blog/tag/%'
    and path not in (${selectListPaths(tx)})
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
    and not exists (
      select from post o where o.store_id = current_store() and o.status = 'published'
        and o.publish_at <= now() and path like '/blog/%' and o.slug = decode_path(substr(path, 7)))
  group by link.id`
