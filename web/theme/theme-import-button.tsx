import { Button, FileButton } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ThemeImport, themeDraftApi } from '#contract/theme/theme-draft.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { toast } from '../lib/page/toast.ts'

/** The server accepts bodies of this size. */
const maxFileBytes = 1024 * 1024

/** Adds a theme from a file that was exported from a store. */
export function ThemeImportButton() {
  const { t } = useTranslation()
  const importTheme = useRouteMutation(themeDraftApi.import)
  async function importFile(file: File | null) {
    if (!file) return
    if (file.size > maxFileBytes) return toast.error(t('theme.import.tooLarge'))
    const body = parseThemeFile(await file.text())
    if (!body) return toast.error(t('theme.import.unreadable', { name: file.name }))
    importTheme.mutate(
      { body },
      {
        onSuccess: ({ omittedCount }) => {
          if (omittedCount > 0) toast.info(t('theme.import.omitted', { count: omittedCount }))
        },
        onError: error => {
          error.isHandled = true
          const place = error.problem.errors?.[0]?.path
          toast.failure(
            error,
            undefined,
            place
              ? t('theme.import.failedAt', { name: file.name, place })
              : t('theme.import.failed', { name: file.name }),
          )
        },
      },
    )
  }
  return (
    <FileButton accept="application/json,.json" onChange={file => void importFile(file)}>
      {props => (
        <Button
          {...props}
          variant="default"
          loading={importTheme.isPending}
          leftSection={<IconUpload size={16} stroke={1.75} />}
        >
          {t('theme.import.button')}
        </Button>
      )}
    </FileButton>
  )
}

function parseThemeFile(text: string): ThemeImport | undefined {
  try {
    return ThemeImport.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
