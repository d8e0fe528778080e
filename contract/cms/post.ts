import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { issue } from '../lib/error/issue.ts'
import {
  codeText,
  Id,
  ImageUrl,
  ListQuery,
  multiLineText,
  Slug,
  singleLineText,
  sortQuery,
  Timestamp,
  updateSchema,
} from '../lib/schemas.ts'
import { PageStatus } from './cms.ts'
import { TextVersion, VersionRestore } from './text-version.ts'

export const maxPostTags = 10
const maxTagLength = 40

const PostTags = z
  .array(singleLineText(maxTagLength, 1))
  .max(maxPostTags)
  .refine(
    tags => new Set(tags.map(tag => tag.toLowerCase())).size === tags.length,
    issue('duplicate_tag'),
  )

export const PostInput = z.object({
  title: singleLineText(120, 1),
  /** If omitted, the server derives it from the title. */
  slug: Slug.optional(),
  /** Sanitized HTML. */
  body: multiLineText(100_000).optional(),
  /** If empty, pages show the beginning of the text. */
  excerpt: singleLineText(300).optional(),
  cover: ImageUrl.optional(),
  coverAlt: singleLineText(300).optional(),
  /** The name that shoppers see. If omitted, that of the person who creates the post. */
  author: singleLineText(80).optional(),
  tags: PostTags.optional(),
  status: PageStatus.optional(),
  /** Shoppers see a published post from this moment on. If omitted, from its publication on. */
  publishAt: Timestamp.nullable().optional(),
  seoTitle: singleLineText(120).optional(),
  seoDescription: singleLineText(320).optional(),
  /** Whether search engines may list the post. */
  isIndexed: z.boolean().optional(),
})
export type PostInput = z.infer<typeof PostInput>

export const Post = PostInput.required().extend({
  _id: Id,
  publishAt: Timestamp.nullable(),
  version: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Post = z.infer<typeof Post>
export const PostRow = Post.pick({
  _id: true,
  title: true,
  slug: true,
  cover: true,
  coverAlt: true,
  author: true,
  tags: true,
  status: true,
  publishAt: true,
  version: true,
  updatedAt: true,
})
export type PostRow = z.infer<typeof PostRow>

/** `scheduled`: published, and its moment is in the future. */
export const PostState = z.enum(['published', 'scheduled', 'draft'])
export type PostState = z.infer<typeof PostState>
export const PostListQuery = ListQuery.extend({
  sort: sortQuery('title', 'updatedAt', 'publishAt'),
  status: PostState.optional(),
  tag: codeText(maxTagLength).optional(),
  author: codeText(80).optional(),
})
export type PostListQuery = z.infer<typeof PostListQuery>

/** The text of a post as it was saved. */
export const PostVersion = TextVersion.extend({ excerpt: z.string() })
export type PostVersion = z.infer<typeof PostVersion>

export const postApi = defineApi('post', {
  list: {
    method: 'GET',
    path: '/post/getAll',
    can: 'cms:read',
    allowsReplica: true,
    summary: 'List posts of the blog',
    query: PostListQuery,
    items: PostRow,
  },
  listFacets: {
    method: 'GET',
    path: '/post/facets',
    can: 'cms:read',
    allowsReplica: true,
    summary: 'List the tags and authors of posts',
    reply: z.object({ tags: z.array(z.string()), authors: z.array(z.string()) }),
  },
  get: {
    method: 'GET',
    path: '/post/:id',
    can: 'cms:read',
    summary: 'Get a post',
    reply: Post,
  },
  create: {
    method: 'POST',
    path: '/post/create',
    can: 'cms:write',
    summary: 'Create a post',
    body: PostInput,
    reply: Post,
    message: 'Post created',
  },
  update: {
    method: 'PATCH',
    path: '/post/update/:id',
    can: 'cms:write',
    summary: 'Update a post',
    body: updateSchema(PostInput),
    reply: Post,
    message: 'Post updated',
  },
  delete: {
    method: 'DELETE',
    path: '/post/delete/:id',
    can: 'cms:write',
    summary: 'Delete a post',
    message: 'Post deleted',
  },
  duplicate: {
    method: 'POST',
    path: '/post/duplicate/:id',
    can: 'cms:write',
    summary: 'Duplicate a post as a draft',
    reply: Post,
    message: 'Post duplicated',
  },
  createPreviewLink: {
    method: 'POST',
    path: '/post/preview/:id',
    can: 'cms:read',
    summary: 'Create a link to the page of a post, which also shows a draft',
    reply: z.object({ url: z.string(), expiresAt: Timestamp }),
    status: 200,
  },
  listVersions: {
    method: 'GET',
    path: '/post/versions/:id',
    can: 'cms:read',
    summary: 'List the last saved versions of a post, newest first',
    reply: z.array(PostVersion),
  },
  restoreVersion: {
    method: 'POST',
    path: '/post/restore/:id',
    can: 'cms:write',
    summary: 'Restore the text of a saved version',
    body: VersionRestore,
    reply: Post,
    status: 200,
    message: 'Version restored',
  },
})
