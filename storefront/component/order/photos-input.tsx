import { imageTypes, maxImageMegabytes } from '#contract/lib/image.ts'
import type { StorefrontFormState } from '#contract/storefront/storefront-form.ts'
import { LabeledInput } from '../form-field.tsx'
import { useTexts } from '../frame/page-context.tsx'

type Props = { form: StorefrontFormState; maxCount: number }

/** A browser forgets the photos of a form that is rejected. */
export function PhotosInput({ form, maxCount }: Props) {
  const t = useTexts()
  const hint = t('orderReturn.photosHint', { count: maxCount, size: maxImageMegabytes })
  return (
    <>
      <LabeledInput
        state={form}
        name="photos"
        label={t('orderReturn.photos')}
        isOptional
        type="file"
        multiple
        accept={imageTypes.join(',')}
      />
      <p className="field-hint">{hint}</p>
      {form.values['imageCount'] && <p className="field-error">{t('orderReturn.photosAgain')}</p>}
    </>
  )
}
