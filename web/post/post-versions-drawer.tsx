import { useQuery } from '@tanstack/react-query'
import { type Post, postApi } from '#contract/cms/post.ts'
import { TextVersionsDrawer } from '../component/text-versions-drawer.tsx'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'

type Props = {
  post: Post
  /** The form has changes that are not saved. */
  isChanged: boolean
  onClose: () => void
}

export function PostVersionsDrawer({ post, isChanged, onClose }: Props) {
  const params = { id: post._id }
  const versions = useQuery(queryOptionsFor(postApi.listVersions, { params }))
  const restore = useRouteMutation(postApi.restoreVersion)
  return (
    <TextVersionsDrawer
      versions={versions}
      isChanged={isChanged}
      isRestoring={restore.isPending}
      onRestore={number =>
        restore.mutate({ params, body: { number, version: post.version } }, { onSuccess: onClose })
      }
      onClose={onClose}
    />
  )
}
