import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { themeApi } from '#contract/theme.ts'
import { queryOf } from '../lib/call/api.ts'
import { useCan } from '../lib/session/can.tsx'
import { MiniShop } from '../preview/mini-shop.tsx'
import { useShopContent } from '../preview/shop-content.ts'
import css from './cms.module.css'
import type { CmsForm } from './cms-form.ts'

export const useThemes = () =>
  useQuery({ ...queryOf(themeApi.list, {}), enabled: useCan('theme:read') })

/** A part of the shop as the values in the form would make it, in the theme in use. */
export function CmsPreview({
  form,
  parts,
}: {
  form: CmsForm
  parts: NonNullable<ComponentProps<typeof MiniShop>['parts']>
}) {
  const { t } = useTranslation()
  const themes = useThemes()
  const content = useShopContent(form.values)
  const isPhone = useMediaQuery('(max-width: 640px)')
  const theme = themes.data?.find(one => one.active)
  if (!theme) return null
  return (
    <div className={css.preview}>
      <MiniShop
        settings={theme.settings}
        content={content}
        parts={parts}
        device={isPhone ? 'phone' : 'desktop'}
        label={t('cms.page.preview')}
      />
    </div>
  )
}
