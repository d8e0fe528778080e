import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Post, type PostVersion, postApi } from '#contract/cms/post.ts'
import { toTextLine } from '#contract/lib/text/plain-text.ts'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import { PermissionGate } from '../lib/session/permission-gate.tsx'
import { DetailDrawer } from '../ui/dialog/record-drawer.tsx'
import { QueryBoundary } from '../ui/page/query-boundary.tsx'
import css from './post.module.css'

type Props = {
  post: Post
  /** The form has changes that are not saved. */
  isChanged: boolean
  onClose: () => void
}

/** Lists the saved texts of a post. Restoring one saves it as a new version. */
export function PostVersionsDrawer({ post, isChanged, onClose }: Props) {
  const { t } = useTranslation()
  const params = { id: post._id }
  const versions = useQuery(queryOptionsFor(postApi.listVersions, { params }))
  const restore = useRouteMutation(postApi.restoreVersion)
  return (
    <DetailDrawer title={t('post.history')} onClose={onClose}>
      <p className="sw-dimmed">{isChanged ? t('post.restoreUnsaved') : t('post.historyHint')}</p>
      <QueryBoundary query={versions}>
        {([current, ...earlier]) => (
          <ol className={css.versions}>
            {current && (
              <Version version={current}>
                <span className={css.current}>{t('post.currentVersion')}</span>
              </Version>
            )}
            {earlier.map(version => (
              <Version key={version._id} version={version}>
                <PermissionGate permission="cms:write">
                  <Button
                    variant="default"
                    size="xs"
                    disabled={isChanged}
                    loading={restore.isPending}
                    onClick={() =>
                      restore.mutate(
                        { params, body: { number: version.number, version: post.version } },
                        { onSuccess: onClose },
                      )
                    }
                  >
                    {t('post.restore')}
                  </Button>
                </PermissionGate>
              </Version>
            ))}
          </ol>
        )}
      </QueryBoundary>
    </DetailDrawer>
  )
}

function Version({ version, children }: { version: PostVersion; children: ReactNode }) {
  const format = useFormatters()
  return (
    <li className={css.version}>
      <span className={css.versionTime}>
        {format.dateTime(version.createdAt)}
        {version.author && ` · ${version.author}`}
      </span>
      <strong dir="auto">{version.title}</strong>
      <span className={css.versionText} dir="auto">
        {toTextLine(version.body).slice(0, 300)}
      </span>
      {children}
    </li>
  )
}
