import type { z } from 'zod'
import {
  Post,
  type PostInput,
  type PostListQuery,
  PostRow,
  type PostVersion,
  type postApi,
} from '#contract/cms/post.ts'
import type { VersionRestore } from '#contract/cms/text-version.ts'
import {
  getVersionText,
  listTextVersions,
  saveTextVersion,
} from '../cms/rule/text-version-store.ts'
import { listPage, toLikePattern } from '../lib/call/list.ts'
import { assertFound, assertVersion } from '../lib/call/problem.ts'
import { insertRow, selectColumns, type Tx, updateVersionedRow } from '../lib/db/db.ts'
import { reserveFreeSlug } from '../lib/db/find-free-slug.ts'
import { sanitizeRichText } from '../lib/text/rich-text.ts'

declare module '../lib/db/table-fields.ts' {
  interface TableColumns {
    post: PostInput
  }
}

type PostEdit = z.infer<typeof postApi.update.body>

export const listPosts = (tx: Tx, query: PostListQuery, storeId: string) =>
  listPage<PostRow>(
    tx,
    {
      key: `post ${JSON.stringify([query.q, query.status, query.tag, query.author])}`,
      from: tx`post`,
      alias: 'post',
      columns: tx`${selectColumns(PostRow)(tx)}`,
      where: listConditions(tx, query),
      sorts: {
        title: { expression: 'lower(title)', type: 'text' },
        updatedAt: { expression: 'updated_at', type: 'timestamptz' },
        // Drafts without a date are the newest.
        publishAt: { expression: `coalesce(publish_at, 'infinity')`, type: 'timestamptz' },
      },
      defaultSort: '-publishAt',
    },
    query,
    storeId,
  )

const listConditions = (tx: Tx, { q, status, tag, author }: PostListQuery) => [
  ...(q
    ? [
        tx`(title ilike ${toLikePattern(q)} or slug ilike ${toLikePattern(q)}
          or array_to_string(tags, ' ') ilike ${toLikePattern(q)})`,
      ]
    : []),
  ...(status === 'draft' ? [tx`status = 'draft'`] : []),
  ...(status === 'published' ? [tx`status = 'published' and publish_at <= now()`] : []),
  ...(status === 'scheduled' ? [tx`status = 'published' and publish_at > now()`] : []),
  ...(tag ? [tx`tags @> array[${tag}]`] : []),
  ...(author ? [tx`author = ${author}`] : []),
]

export async function listPostFacets(tx: Tx): Promise<{ tags: string[]; authors: string[] }> {
  const [row] = await tx<{ tags: string[]; authors: string[] }[]>`
    select
      coalesce((
        select array_agg(distinct tag order by tag) from post, unnest(tags) tag), '{}') as tags,
      coalesce((
        select array_agg(distinct author order by author) from post where author <> ''), '{}') as authors`
  return row ?? { tags: [], authors: [] }
}

export async function getPost(tx: Tx, id: string): Promise<Post> {
  const [row] = await tx<Post[]>`
    select ${selectColumns(Post)(tx)} from post where id = ${id}`
  return assertFound(row, 'post_not_found')
}

export async function createPost(tx: Tx, input: PostInput): Promise<Post> {
  const slug = input.slug ?? (await reserveFreeSlug(tx, 'post', input.title))
  const author = input.author ?? (await loadPersonName(tx))
  const publishAt = toPublishAt(tx, input.status ?? 'draft', input.publishAt)
  const id = await insertRow(tx, 'post', { ...sanitizeBody(input), slug, author, publishAt })
  await saveTextVersion(tx, 'post', id)
  return getPost(tx, id)
}

/** @throws Problem 409 version_conflict */
export async function updatePost(
  tx: Tx,
  id: string,
  { version, ...edit }: PostEdit,
): Promise<Post> {
  const post = await lockPost(tx, id)
  assertVersion(post, version)
  const publishAt = toPublishAt(
    tx,
    edit.status ?? post.status,
    edit.publishAt === undefined ? post.publishAt : edit.publishAt,
  )
  await updateVersionedRow(tx, 'post', id, { ...sanitizeBody(edit), publishAt })
  await saveTextVersion(tx, 'post', id)
  return getPost(tx, id)
}

export async function deletePost(tx: Tx, id: string): Promise<void> {
  const [row] = await tx`delete from post where id = ${id} returning id`
  assertFound(row, 'post_not_found')
}

/** Creates a draft with the content of a post. */
export async function duplicatePost(tx: Tx, id: string): Promise<Post> {
  const { title, body, excerpt, cover, coverAlt, author, tags } = await getPost(tx, id)
  return createPost(tx, { title, body, excerpt, cover, coverAlt, author, tags })
}

export async function listPostVersions(tx: Tx, id: string): Promise<PostVersion[]> {
  await getPost(tx, id)
  return listTextVersions<PostVersion>(tx, 'post', id)
}

/** Restores the text of a version. The present text remains as a version too. */
export async function restorePostVersion(
  tx: Tx,
  id: string,
  { number, version }: VersionRestore,
): Promise<Post> {
  await lockPost(tx, id)
  const text = await getVersionText<Pick<Post, 'title' | 'excerpt' | 'body'>>(tx, 'post', {
    id,
    number,
  })
  return updatePost(tx, id, { ...text, version })
}

/** A published post has a moment: that of its publication, unless the seller has chosen one. */
const toPublishAt = (tx: Tx, status: Post['status'], publishAt: string | null | undefined) =>
  status === 'published' ? (publishAt ?? tx`now()`) : (publishAt ?? null)

const sanitizeBody = <T extends { body?: string | undefined }>(input: T) =>
  input.body === undefined ? input : { ...input, body: sanitizeRichText(input.body) }

async function loadPersonName(tx: Tx): Promise<string> {
  const [person] = await tx<{ name: string }[]>`
    select left(full_name, 80) as name from person where id = current_person()`
  return person?.name ?? ''
}

async function lockPost(tx: Tx, id: string): Promise<Post> {
  const [row] = await tx<Post[]>`
    select ${selectColumns(Post)(tx)} from post where id = ${id} for update`
  return assertFound(row, 'post_not_found')
}
