import { Checkbox, Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Import, ImportOptions } from '#contract/import/import.ts'
import { findMaxLength } from '#contract/lib/schema-values.ts'
import { SectionCard } from '../ui/page/section-card.tsx'

const imageFields = ['imageSrc', 'variantImage']
const hasImages = ({ columns }: Import) =>
  columns.some(({ field }) => field !== null && imageFields.includes(field))

/** Returns whether the file has image paths that the URL of the old store completes. */
const needsImageBaseUrl = ({ problems }: Import) =>
  problems.some(({ code }) => code === 'image_url_incomplete')

/** Returns the choices that a planned import offers, with their defaults. */
export const getImportOptions = (importJob: Import): ImportOptions => ({
  ...(hasImages(importJob) && { copyImages: importJob.copyImages }),
  ...(needsImageBaseUrl(importJob) && { imageBaseUrl: '' }),
  ...(importJob.createCategories !== null && { createCategories: importJob.createCategories }),
  ...(importJob.kind === 'parcels' && { notifyCustomers: importJob.notifyCustomers }),
})

/** The choices of a user about images, categories and emails. */
export function ImportOptionsCard({
  options,
  onChange,
}: {
  options: ImportOptions
  onChange: (options: ImportOptions) => void
}) {
  const { t } = useTranslation()
  return (
    <SectionCard title={t('import.option.title')}>
      <Stack gap="sm">
        {(['copyImages', 'createCategories', 'notifyCustomers'] as const).map(
          name =>
            options[name] !== undefined && (
              <Checkbox
                key={name}
                checked={options[name]}
                label={t(`import.option.${name}`)}
                description={t(`import.option.${name}Hint`)}
                onChange={event => onChange({ ...options, [name]: event.currentTarget.checked })}
              />
            ),
        )}
        {options.imageBaseUrl !== undefined && options.copyImages && (
          <TextInput
            type="url"
            label={t('import.option.imageBaseUrl')}
            description={t('import.option.imageBaseUrlHint')}
            placeholder="https://www.example.com"
            maxLength={findMaxLength(ImportOptions, 'imageBaseUrl')}
            value={options.imageBaseUrl}
            onChange={event => onChange({ ...options, imageBaseUrl: event.currentTarget.value })}
          />
        )}
      </Stack>
    </SectionCard>
  )
}
