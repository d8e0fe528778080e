import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { themeApi } from '#contract/theme/theme.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { usePermission } from '../lib/session/permission-gate.tsx'
import { type PreviewPart, StorePreview } from '../preview/store-preview.tsx'
import { usePreviewContent } from '../preview/use-preview-content.ts'
import css from './cms.module.css'
import type { CmsForm } from './cms-form.ts'

export const useThemes = () =>
  useQuery({ ...queryOptionsFor(themeApi.list, {}), enabled: usePermission('theme:read') })

/** Previews parts of the storefront with the values of the form, in the active theme. */
export function CmsPreview({ form, parts }: { form: CmsForm; parts: readonly PreviewPart[] }) {
  const { t } = useTranslation()
  const themes = useThemes()
  const content = usePreviewContent(form.values)
  const isPhone = useMediaQuery('(max-width: 640px)')
  const theme = themes.data?.find(candidate => candidate.active)
  if (!theme) return null
  return (
    <div className={css.preview}>
      <StorePreview
        settings={theme.settings}
        content={content}
        parts={parts}
        device={isPhone ? 'phone' : 'desktop'}
        label={t('cms.page.preview')}
      />
    </div>
  )
}
