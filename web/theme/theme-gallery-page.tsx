import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Theme, themeApi } from '#contract/theme.ts'
import { queryOf, useSend } from '../lib/call/api.ts'
import type { Warm } from '../lib/navigation/intent.ts'
import { useShopContent } from '../preview/shop-content.ts'
import { ConfirmDialog } from '../ui/page/confirm-dialog.tsx'
import { Loaded } from '../ui/page/loaded.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import css from './theme.module.css'
import { ThemeCard } from './theme-card.tsx'

/** Every theme, drawn with the store's own name, content and products. */
export function ThemeGalleryPage() {
  const { t } = useTranslation()
  const themes = useQuery(queryOf(themeApi.list, {}))
  const content = useShopContent()
  const [wanted, setWanted] = useState<Theme>()
  return (
    <>
      <PageHeader title={t('theme.list.title')} subtitle={t('theme.list.subtitle')} />
      <Loaded query={themes} skeleton={<GallerySkeleton />}>
        {found => (
          <>
            <ul className={css.gallery}>
              {found
                .toSorted((a, b) => Number(b.active) - Number(a.active))
                .map(theme => (
                  <ThemeCard
                    key={theme._id}
                    theme={theme}
                    content={content}
                    onActivate={() => setWanted(theme)}
                  />
                ))}
            </ul>
            {wanted && (
              <Activation
                theme={wanted}
                before={found.find(theme => theme.active)?.name ?? ''}
                onClose={() => setWanted(undefined)}
              />
            )}
          </>
        )}
      </Loaded>
    </>
  )
}
ThemeGalleryPage.warm = (({ client }) =>
  client.prefetchQuery(queryOf(themeApi.list, {}))) satisfies Warm

function Activation({
  theme,
  before,
  onClose,
}: {
  theme: Theme
  before: string
  onClose: () => void
}) {
  const { t } = useTranslation()
  const activate = useSend(themeApi.activate)
  return (
    <ConfirmDialog
      isOpen
      title={t('theme.list.activateTitle', { name: theme.name })}
      action={t('theme.list.activate')}
      isBusy={activate.isPending}
      onClose={onClose}
      onConfirm={() => activate.mutate({ params: { id: theme._id } }, { onSettled: onClose })}
    >
      {t('theme.list.activateText', { before })}
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
