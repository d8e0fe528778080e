import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { themeDraftApi } from '#contract/theme/theme-draft.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { QueryBoundary } from '../ui/page/query-boundary.tsx'
import css from './theme-editor.module.css'
import { ThemeEditor } from './theme-editor.tsx'

const draftQuery = (id: string) => queryOptionsFor(themeDraftApi.getDraft, { params: { id } })

/** Edits the pages of the store in a theme, beside the real storefront. */
export function ThemeEditorPage() {
  const { id = '' } = useParams()
  const { t } = useTranslation()
  const draft = useQuery(draftQuery(id))
  return (
    <>
      {!draft.data && (
        <>
          <title>{`${t('theme.list.title')} · Storewright`}</title>
          <h1 className="sw-hidden">{t('theme.list.title')}</h1>
        </>
      )}
      <QueryBoundary query={draft} skeleton={<EditorSkeleton />}>
        {data => <ThemeEditor key={data.themeId} draft={data} />}
      </QueryBoundary>
    </>
  )
}
ThemeEditorPage.prefetch = (({ client, id }) =>
  client.prefetchQuery(draftQuery(id))) satisfies Prefetch

const EditorSkeleton = () => (
  <div className={css.editor} aria-hidden>
    <div className={css.topBar}>
      <Skeleton h={20} w={180} />
    </div>
    <div className={css.workspace}>
      <div className={css.sidePanel}>
        <Skeleton h={320} m={16} w="auto" radius="md" />
      </div>
      <div className={css.stage}>
        <Skeleton h="100%" radius="md" />
      </div>
    </div>
  </div>
)
