import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Import, ImportOptions } from '#contract/import/import.ts'
import { useFormatters } from '../lib/formatters.ts'

type Props = { importJob: Import; options: ImportOptions }

/** The number of categories that an import would create, with the names of the first ones. */
export function ImportNewCategories({ importJob, options }: Props) {
  const { t } = useTranslation()
  const format = useFormatters()
  const { count, paths } = importJob.newCategories
  if (count === 0 || options.createCategories === false) return null
  const names = paths.map(path => path.join(' › '))
  return (
    <Alert color="gray">
      {t('import.newCategories', {
        count,
        names: format.list(count > names.length ? [...names, '…'] : names),
      })}
    </Alert>
  )
}
