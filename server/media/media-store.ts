import type { z } from 'zod'
import { Media, type mediaApi } from '#contract/product/media.ts'
import { listPage, toLikePattern } from '../lib/call/list.ts'
import { assertFound, Problem } from '../lib/call/problem.ts'
import { selectColumns, type Tx, updateRow } from '../lib/db/db.ts'
import { enqueueJob } from '../lib/job/jobs.ts'

declare module '../lib/db/table-fields.ts' {
  interface TableColumns {
    media: Pick<Media, 'url' | 'width' | 'height' | 'bytes'> &
      Partial<Pick<Media, 'alt' | 'fileName'>> & { hash: string; encodedAt?: Date | null }
  }
}

type MediaListQuery = z.infer<typeof mediaApi.list.query>
const mediaColumns = selectColumns(Media, { alias: 'm' })

export const listMedia = (tx: Tx, query: MediaListQuery, storeId: string) =>
  listPage<Media>(
    tx,
    {
      key: `media ${query.q ?? ''}`,
      from: tx`media m`,
      alias: 'm',
      columns: tx`${mediaColumns(tx)}`,
      where: query.q
        ? [
            tx`(m.file_name ilike ${toLikePattern(query.q)} or m.alt ilike ${toLikePattern(query.q)})`,
          ]
        : [],
      sorts: { createdAt: { expression: 'm.created_at', type: 'timestamptz' } },
      defaultSort: '-createdAt',
    },
    query,
    storeId,
  )

/** Returns the media in the order of the ids. */
export const listMediaByIds = async (tx: Tx, ids: string[]): Promise<Media[]> => [
  ...(await tx<Media[]>`
  select ${mediaColumns(tx)}
  from unnest(${ids}::uuid[]) with ordinality as wanted (id, rank)
  join media m on m.id = wanted.id
  order by rank`),
]

export async function updateMediaAlt(tx: Tx, id: string, alt: string | undefined): Promise<Media> {
  await updateRow(tx, 'media', id, { alt })
  const [row] = await listMediaByIds(tx, [id])
  return assertFound(row, 'image_not_found')
}

/**
 * Returns the condition that content of the store uses the image. Content can use any size of it; all
 * sizes have the same folder. Earlier versions of a theme do not count, because they can't be edited.
 */
export function isUsedInContent(tx: Tx, url: ReturnType<Tx>) {
  const folder = tx`regexp_replace(${url}, '[^/]*$', '')`
  return tx`(
    exists (select 1 from category where starts_with(image, ${folder}) or strpos(description, ${folder}) > 0)
    or exists (select 1 from store where id = current_store()
      and (starts_with(logo, ${folder}) or starts_with(favicon, ${folder})))
    or exists (select 1 from cms where strpos(sections::text, ${folder}) > 0)
    or exists (select 1 from page where strpos(body, ${folder}) > 0)
    or exists (select 1 from page_version where strpos(body, ${folder}) > 0)
    or exists (select 1 from post where starts_with(cover, ${folder}) or strpos(body, ${folder}) > 0)
    or exists (select 1 from faq_question where strpos(answer, ${folder}) > 0)
    or exists (select 1 from post_version where strpos(body, ${folder}) > 0)
    or exists (select 1 from theme t join theme_version v on v.id = t.version_id
      where strpos(v.templates::text, ${folder}) > 0)
    or exists (select 1 from theme_draft where strpos(templates::text, ${folder}) > 0)
    or exists (select 1 from theme_publication where strpos(templates::text, ${folder}) > 0)
    or exists (select 1 from product
      where strpos(description, ${folder}) > 0 or strpos(options::text, ${folder}) > 0))`
}

/**
 * Deletes an image that is not in use. A job deletes the files after the commit, so that a rollback
 * keeps them.
 * @throws Problem 409 image_in_use
 */
export async function deleteMedia(tx: Tx, id: string): Promise<undefined> {
  const [row] = await tx<{ storeId: string; url: string; isUsed: boolean }[]>`
    select m.store_id, m.url, exists (select 1 from product_image where media_id = m.id)
      or ${isUsedInContent(tx, tx`m.url`)} as is_used
    from (select * from media where id = ${id} for update) m`
  const { storeId, url, isUsed } = assertFound(row, 'image_not_found')
  if (isUsed) throw new Problem(409, 'image_in_use')
  await tx`delete from media where id = ${id}`
  await enqueueJob(tx, 'media.deleteFiles', { storeId, url })
}
