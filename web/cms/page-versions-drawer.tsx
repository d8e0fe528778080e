import { useQuery } from '@tanstack/react-query'
import type { ContentPage } from '#contract/cms/cms.ts'
import { pageVersionApi } from '#contract/cms/text-version.ts'
import { TextVersionsDrawer } from '../component/text-versions-drawer.tsx'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'

type Props = {
  page: ContentPage
  /** The form has changes that are not saved. */
  isChanged: boolean
  onClose: () => void
}

export function PageVersionsDrawer({ page, isChanged, onClose }: Props) {
  const params = { id: page._id }
  const versions = useQuery(queryOptionsFor(pageVersionApi.listVersions, { params }))
  const restore = useRouteMutation(pageVersionApi.restoreVersion)
  return (
    <TextVersionsDrawer
      versions={versions}
      isChanged={isChanged}
      isRestoring={restore.isPending}
      onRestore={number =>
        restore.mutate({ params, body: { number, version: page.version } }, { onSuccess: onClose })
      }
      onClose={onClose}
    />
  )
}
