import { toTextLine } from '#contract/lib/text/plain-text.ts'
import type {
  StorefrontPost,
  StorefrontPostCard,
  StorefrontPostLink,
} from '#contract/storefront/storefront-blog.ts'
import { getTagPath } from '#contract/storefront/storefront-blog.ts'
import { buildWhere, type SqlFragment } from '../../lib/call/list.ts'
import type { Tx } from '../../lib/db/db.ts'
import { type LoadedContent, notFound } from '../host/storefront-content.ts'

const postsPerPage = 12
const relatedPosts = 3
const maxFoundPosts = 5
const maxExcerptLength = 200
/** A tag or an entity of which the end is missing. */
const cutEnd = /<[^>]*$|&\w*$/

type PostCardRow = StorefrontPostCard & { _id: string; start: string }

/** Posts that shoppers can see. Row security has the same condition. */
export const isPublishedPost = (tx: Tx) =>
  tx`p.store_id = current_store() and p.status = 'published' and p.publish_at <= now()`

/** Selects posts `p` as cards. */
const selectPostCards = (tx: Tx) => tx`
  p.id as "_id", p.title, '/blog/' || p.slug as path, p.excerpt, left(p.body, 2000) as start, p.cover,
  p.cover_alt, p.author, p.tags, coalesce(p.publish_at, now()) as published_at`

const hasTag = (tx: Tx, tag: string) => tx`
  exists (select from unnest(p.tags) name where lower(name) = lower(${tag}))`

/** Returns a page of the blog, or of its posts with a tag. A blog without posts does not exist. */
export async function loadBlog(
  tx: Tx,
  { page, tag }: { page: number; tag?: string },
): Promise<LoadedContent> {
  const where =
    tag === undefined ? isPublishedPost(tx) : tx`${isPublishedPost(tx)} and ${hasTag(tx, tag)}`
  const rows = await tx<(PostCardRow & { total: number })[]>`
    select ${selectPostCards(tx)}, (select count(*)::integer from post p where ${where}) as total
    from post p where ${where}
    order by p.publish_at desc, p.id desc
    limit ${postsPerPage} offset ${(page - 1) * postsPerPage}`
  const [first] = rows
  if (!first) return notFound
  const path = tag === undefined ? '/blog' : getTagPath(tag)
  const tagName = first.tags.find(name => name.toLowerCase() === tag?.toLowerCase()) ?? tag
  return {
    content: {
      kind: 'blog',
      tag: tagName ?? null,
      path,
      posts: rows.map(toPostCard),
      page,
      pageCount: Math.ceil(first.total / postsPerPage),
    },
    head: {
      title: tagName ?? '',
      description: '',
      canonicalPath: page > 1 ? `${path}?page=${page}` : path,
    },
  }
}

/** Returns the newest posts that have all parts of a search in the title or the tags. */
export async function searchPosts(tx: Tx, parts: readonly string[]): Promise<StorefrontPostLink[]> {
  const conditions = parts.map(
    part => tx`contains_text(p.title || ' ' || array_to_string(p.tags, ' '), ${part})`,
  )
  const rows = await tx<PostCardRow[]>`
    select ${selectPostCards(tx)} from post p
    ${buildWhere(tx, [isPublishedPost(tx), ...conditions])}
    order by p.publish_at desc, p.id desc
    limit ${maxFoundPosts}`
  return rows.map(row => {
    const { title, path, excerpt } = toPostCard(row)
    return { title, path, excerpt }
  })
}

/** Returns the page of a post that shoppers can see, or that of the post of a preview. */
export async function loadPost(tx: Tx, slug: string, preview?: LoadedPost): Promise<LoadedContent> {
  const isPreviewed = preview?.path === `/blog/${slug}`
  const [row] = isPreviewed
    ? [preview]
    : await selectPost(tx, tx`${isPublishedPost(tx)} and p.slug = ${slug}`)
  if (!row) return notFound
  return toPostContent(row, await selectRelated(tx, row))
}

export type LoadedPost = PostCardRow &
  Pick<StorefrontPost, 'body' | 'isIndexed' | 'updatedAt'> & {
    seoTitle: string
    seoDescription: string
  }

/** Returns the post of a preview. The role of the storefront cannot read drafts. */
export async function findPostForPreview(tx: Tx, id: string): Promise<LoadedPost | undefined> {
  const [row] = await selectPost(tx, tx`p.id = ${id}`)
  return row
}

const selectPost = (tx: Tx, where: SqlFragment) => tx<LoadedPost[]>`
  select ${selectPostCards(tx)}, p.body, p.is_indexed, p.seo_title, p.seo_description,
    greatest(p.updated_at, p.publish_at) as updated_at
  from post p where ${where}`

function toPostContent(
  { seoTitle, seoDescription, body, isIndexed, updatedAt, ...row }: LoadedPost,
  related: readonly PostCardRow[],
): LoadedContent {
  const card = toPostCard(row)
  return {
    content: {
      kind: 'post',
      post: { ...card, body, isIndexed, updatedAt: toIsoTime(updatedAt) },
      related: related.map(toPostCard),
    },
    head: {
      title: seoTitle || card.title,
      description: seoDescription || card.excerpt,
      canonicalPath: card.path,
      ...(card.cover && { image: card.cover }),
    },
  }
}

/** The newest posts that share a tag, those with the most tags in common first. */
const selectRelated = (tx: Tx, { _id, tags }: PostCardRow) =>
  tags.length === 0
    ? []
    : tx<PostCardRow[]>`
        select ${selectPostCards(tx)} from post p
        cross join lateral (
          select count(*) as tag_count from unnest(p.tags) name
          where lower(name) in (select lower(tag) from unnest(${tags}::text[]) tag)) shared
        where ${isPublishedPost(tx)} and p.id <> ${_id} and shared.tag_count > 0
        order by shared.tag_count desc, p.publish_at desc, p.id desc
        limit ${relatedPosts}`

const toPostCard = ({
  title,
  path,
  excerpt,
  start,
  cover,
  coverAlt,
  author,
  tags,
  publishedAt,
}: PostCardRow): StorefrontPostCard => ({
  title,
  path,
  excerpt: excerpt || shorten(toTextLine(start.replace(cutEnd, ''))),
  cover,
  coverAlt,
  author,
  tags,
  publishedAt: toIsoTime(publishedAt),
})

const toIsoTime = (time: Date | string) => new Date(time).toISOString()

/** Returns the beginning of a text, up to the end of a word. */
const shorten = (text: string) =>
  text.length <= maxExcerptLength
    ? text
    : `${text
        .slice(0, maxExcerptLength)
        .toWellFormed()
        .replace(/\s+\S*$/, '')} …`
