import { postApi } from '#contract/cms/post.ts'
import { postSlugApi } from '#contract/store/free-slug.ts'
import { type App, serve } from '../lib/call/serve.ts'
import { findFreeSlug } from '../lib/db/find-free-slug.ts'
import { createPostPreviewLink } from './post-preview-link.ts'
import {
  createPost,
  deletePost,
  duplicatePost,
  getPost,
  listPostFacets,
  listPosts,
  listPostVersions,
  restorePostVersion,
  updatePost,
} from './post-store.ts'

export function postRoutes(app: App) {
  serve(app, postApi.list, ({ tx, query, principal }) => listPosts(tx, query, principal.storeId))
  serve(app, postApi.listFacets, ({ tx }) => listPostFacets(tx))
  serve(app, postSlugApi.getFreeSlug, async ({ tx, query }) => ({
    slug: await findFreeSlug(tx, 'post', query.name),
  }))
  serve(app, postApi.get, ({ tx, params }) => getPost(tx, params.id))
  serve(app, postApi.create, ({ tx, body }) => createPost(tx, body))
  serve(app, postApi.update, ({ tx, params, body }) => updatePost(tx, params.id, body))
  serve(app, postApi.delete, ({ tx, params }) => deletePost(tx, params.id))
  serve(app, postApi.duplicate, ({ tx, params }) => duplicatePost(tx, params.id))
  serve(app, postApi.createPreviewLink, ({ tx, params, principal }) =>
    createPostPreviewLink(app, tx, { id: params.id, storeId: principal.storeId }),
  )
  serve(app, postApi.listVersions, ({ tx, params }) => listPostVersions(tx, params.id))
  serve(app, postApi.restoreVersion, ({ tx, params, body }) =>
    restorePostVersion(tx, params.id, body),
  )
}
