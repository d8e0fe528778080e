import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type ThemeDraft,
  type ThemeVersionRow,
  themeDraftApi,
} from '#contract/theme/theme-draft.ts'
import { queryOptionsFor, useRouteMutation } from '../../lib/call/api.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { DetailDrawer } from '../../ui/dialog/record-drawer.tsx'
import { EmptyState } from '../../ui/message/empty-state.tsx'
import { StatusBadge } from '../../ui/message/status-badge.tsx'
import { QueryBoundary } from '../../ui/page/query-boundary.tsx'
import formCss from '../form/theme-form.module.css'
import sectionCss from '../sections/sections.module.css'
import { compareContents } from '../state/content-difference.ts'
import type { EditorState } from '../state/editor-state.ts'
import editorCss from '../theme-editor.module.css'
import { DifferenceList } from './difference-list.tsx'
import versionCss from './theme-version.module.css'

const versionsPerPage = 20

type Props = {
  state: EditorState
  isReadOnly: boolean
  saveNow: () => Promise<void>
  onPreview: (version: ThemeVersionRow) => void
  onRestored: (draft: ThemeDraft) => void
  onClose: () => void
}

/** Lists the published versions of the theme to preview, compare and restore. */
export function HistoryDrawer({ state, onClose, ...actions }: Props) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const versions = useQuery(
    queryOptionsFor(themeDraftApi.listVersions, {
      params: { id: state.draft.themeId },
      query: { page, perPage: versionsPerPage },
    }),
  )
  return (
    <DetailDrawer title={t('themeEditor.history.title')} onClose={onClose}>
      <p className={editorCss.hint}>{t('themeEditor.history.text')}</p>
      <QueryBoundary query={versions}>
        {({ items, meta }) => (
          <>
            {items.length === 0 && <EmptyState title={t('themeEditor.history.empty')} />}
            <ol className={versionCss.versions}>
              {items.map(version => (
                <VersionItem key={version._id} version={version} state={state} {...actions} />
              ))}
            </ol>
            {(meta.total ?? 0) > versionsPerPage && (
              <Group justify="space-between">
                <Button
                  variant="default"
                  size="xs"
                  disabled={page === 1}
                  onClick={() => setPage(page - 1)}
                >
                  {t('ui.list.previous')}
                </Button>
                <Button
                  variant="default"
                  size="xs"
                  disabled={page * versionsPerPage >= (meta.total ?? 0)}
                  onClick={() => setPage(page + 1)}
                >
                  {t('ui.list.next')}
                </Button>
              </Group>
            )}
          </>
        )}
      </QueryBoundary>
    </DetailDrawer>
  )
}

function VersionItem({
  version,
  state,
  isReadOnly,
  saveNow,
  onPreview,
  onRestored,
}: Omit<Props, 'onClose'> & { version: ThemeVersionRow }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const [isComparing, setComparing] = useState(false)
  const restore = useRouteMutation(themeDraftApi.restoreVersion)
  async function restoreVersion() {
    // The unsaved changes stay in the steps of undo.
    await saveNow()
    restore.mutate({ params: { id: version._id } }, { onSuccess: onRestored })
  }
  const name = t('themeEditor.history.version', { number: version.number })
  return (
    <li className={versionCss.version}>
      <div className={versionCss.versionHeader}>
        <span className={sectionCss.sectionName}>{name}</span>
        {version.isCurrent && <StatusBadge tone="good" label={t('themeEditor.history.current')} />}
      </div>
      <p className={editorCss.hint}>
        {format.list([format.dateTime(version.createdAt), version.createdBy])}
      </p>
      {version.note && <p className={versionCss.versionNote}>{version.note}</p>}
      <Group gap={6}>
        <Button size="xs" variant="default" onClick={() => onPreview(version)}>
          {t('themeEditor.history.preview')}
        </Button>
        <Button
          size="xs"
          variant="default"
          aria-expanded={isComparing}
          onClick={() => setComparing(!isComparing)}
        >
          {t('themeEditor.history.compare')}
        </Button>
        {!isReadOnly && (
          <Button
            size="xs"
            variant="default"
            loading={restore.isPending}
            aria-label={t('themeEditor.history.restoreVersion', { number: version.number })}
            onClick={() => void restoreVersion()}
          >
            {t('themeEditor.history.restore')}
          </Button>
        )}
      </Group>
      {isComparing && <VersionComparison versionId={version._id} state={state} />}
    </li>
  )
}

/** Lists what the draft changes compared to the version. */
function VersionComparison({
  versionId,
  state: { content, draft },
}: {
  versionId: string
  state: EditorState
}) {
  const { t } = useTranslation()
  const version = useQuery(queryOptionsFor(themeDraftApi.getVersion, { params: { id: versionId } }))
  return (
    <section className={versionCss.comparison} aria-label={t('themeEditor.history.differences')}>
      <h3 className={formCss.groupTitle}>{t('themeEditor.history.differences')}</h3>
      <QueryBoundary query={version}>
        {data => (
          <DifferenceList
            differences={compareContents(data, content)}
            settingsSchema={draft.settingsSchema}
          />
        )}
      </QueryBoundary>
    </section>
  )
}
