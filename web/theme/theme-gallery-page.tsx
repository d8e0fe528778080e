import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Theme, themeApi } from '#contract/theme/theme.ts'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { PermissionGate } from '../lib/session/permission-gate.tsx'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { QueryBoundary } from '../ui/page/query-boundary.tsx'
import css from './theme.module.css'
import { ThemeCard } from './theme-card.tsx'
import { ThemeDialogs } from './theme-dialogs.tsx'
import { ThemeImportButton } from './theme-import-button.tsx'
import type { ThemeDialog } from './theme-menu.tsx'

/** Lists the themes, each with a preview of the store. */
export function ThemeGalleryPage() {
  const { t } = useTranslation()
  const themes = useQuery(queryOptionsFor(themeApi.list, {}))
  const [themeToActivate, setThemeToActivate] = useState<Theme>()
  const [dialog, setDialog] = useState<ThemeDialog>()
  return (
    <>
      <PageHeader title={t('theme.list.title')} subtitle={t('theme.list.subtitle')}>
        <PermissionGate permission="theme:write">
          <ThemeImportButton />
        </PermissionGate>
      </PageHeader>
      <QueryBoundary query={themes} skeleton={<GallerySkeleton />}>
        {items => (
          <>
            <ul className={css.gallery}>
              {items
                .toSorted((a, b) => Number(b.active) - Number(a.active))
                .map(theme => (
                  <ThemeCard
                    key={theme._id}
                    theme={theme}
                    onActivate={() => setThemeToActivate(theme)}
                    onOpenDialog={setDialog}
                  />
                ))}
            </ul>
            {dialog && <ThemeDialogs {...dialog} onClose={() => setDialog(undefined)} />}
            {themeToActivate && (
              <ThemeActivateDialog
                theme={themeToActivate}
                activeThemeName={items.find(theme => theme.active)?.name ?? ''}
                onClose={() => setThemeToActivate(undefined)}
              />
            )}
          </>
        )}
      </QueryBoundary>
    </>
  )
}
ThemeGalleryPage.prefetch = (({ client }) =>
  client.prefetchQuery(queryOptionsFor(themeApi.list, {}))) satisfies Prefetch

function ThemeActivateDialog({
  theme,
  activeThemeName,
  onClose,
}: {
  theme: Theme
  activeThemeName: string
  onClose: () => void
}) {
  const { t } = useTranslation()
  const activate = useRouteMutation(themeApi.activate)
  return (
    <ConfirmDialog
      isOpen
      title={t('theme.list.activateTitle', { name: theme.name })}
      confirmLabel={t('theme.list.activate')}
      isBusy={activate.isPending}
      onClose={onClose}
      onConfirm={() => activate.mutate({ params: { id: theme._id } }, { onSettled: onClose })}
    >
      {t('theme.list.activateText', { activeTheme: activeThemeName })}
    </ConfirmDialog>
  )
}

const GallerySkeleton = () => (
  <div className={css.gallery} aria-hidden>
    {[0, 1, 2, 3].map(index => (
      <Skeleton key={index} h={360} radius="md" />
    ))}
  </div>
)
