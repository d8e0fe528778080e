import { Checkbox, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Import, ImportOptions } from '#contract/import.ts'
import { SectionCard } from '../ui/page/section-card.tsx'

const imageFields = ['imageSrc', 'variantImage']
const hasImages = ({ columns }: Import) =>
  columns.some(({ field }) => field !== null && imageFields.includes(field))

/** Returns the choices that a planned import offers, with their defaults. */
export const getImportOptions = (importJob: Import): ImportOptions => ({
  ...(hasImages(importJob) && { copyImages: importJob.copyImages }),
  ...(importJob.createCategories !== null && { createCategories: importJob.createCategories }),
})

/** The choices of a user about images and categories. */
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
        {(['copyImages', 'createCategories'] as const).map(
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
      </Stack>
    </SectionCard>
  )
}
