import { postApi } from '#contract/cms/post.ts'
import { type AuditedCall, body, id, withIdAndBody } from './audited-call-testing.ts'

/** The calls on posts of the blog. */
export const postCalls: AuditedCall[] = [
  {
    route: postApi.create,
    entry: 'insert post',
    args: () => body({ title: 'News' }),
    saveIdAs: 'post',
  },
  {
    route: postApi.update,
    entry: 'update post',
    args: () => withIdAndBody('post', { title: 'Good news' }),
  },
  {
    route: postApi.restoreVersion,
    entry: 'update post',
    args: () => withIdAndBody('post', { number: 1 }),
  },
  { route: postApi.duplicate, entry: 'insert post', args: () => id('post') },
  { route: postApi.delete, entry: 'delete post', args: () => id('post') },
]
