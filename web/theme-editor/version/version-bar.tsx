import { Alert, Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import {
  type ThemeDraft,
  type ThemeVersionRow,
  themeDraftApi,
} from '#contract/theme/theme-draft.ts'
import { useRouteMutation } from '../../lib/call/api.ts'
import { useFormatters } from '../../lib/formatters.ts'
import css from './theme-version.module.css'

/** Shows that the preview displays a published version instead of the draft. */
export function VersionBar({
  version,
  isReadOnly,
  onRestored,
  onClose,
}: {
  version: ThemeVersionRow
  isReadOnly: boolean
  onRestored: (draft: ThemeDraft) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const format = useFormatters()
  const restore = useRouteMutation(themeDraftApi.restoreVersion)
  return (
    <Alert
      className={css.versionBar ?? ''}
      color="blue"
      radius={0}
      icon={<IconHistory size={18} stroke={1.75} />}
    >
      <div className={css.scheduleAlert}>
        <span>
          {t('themeEditor.history.viewing', {
            number: version.number,
            time: format.dateTime(version.createdAt),
          })}
        </span>
        <Button size="xs" variant="default" onClick={onClose}>
          {t('themeEditor.history.back')}
        </Button>
        {!isReadOnly && (
          <Button
            size="xs"
            loading={restore.isPending}
            onClick={() =>
              restore.mutate({ params: { id: version._id } }, { onSuccess: onRestored })
            }
          >
            {t('themeEditor.history.restore')}
          </Button>
        )}
      </div>
    </Alert>
  )
}
