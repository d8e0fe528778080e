import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { productLimits } from '#contract/product/product.ts'
import { usePermission } from '../lib/session/permission-gate.tsx'
import { useContractForm } from '../lib/use-contract-form.ts'
import { ImageField } from '../media/image-field.tsx'
import { type EditableImage, getImageKey } from '../media/image-key.ts'
import { RichTextField } from '../rich-text/rich-text-field.tsx'
import { TextField } from '../ui/field/text-field.tsx'
import { EditColumns, EditForm } from '../ui/form/edit-form.tsx'
import { StatusBadge } from '../ui/message/status-badge.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import { productStatusTones } from './list/product-status-tones.ts'
import { ProductDetailsCard } from './product-details-card.tsx'
import css from './product-form.module.css'
import { ProductSafetyCard } from './product-safety-card.tsx'
import { ProductSeoCard } from './product-seo-card.tsx'
import { ProductShippingCard } from './product-shipping-card.tsx'
import { ProductSide } from './product-side.tsx'
import { ProductSimpleCards } from './product-simple-cards.tsx'
import { type ProductFormOutput, ProductFormSchema, type ProductValues } from './product-values.ts'
import { HiddenProductReasons, ViewProductButton } from './product-visibility.tsx'
import { ProductOptionsCard } from './variant/product-options-card.tsx'

type Props = {
  values: ProductValues
  title: string
  onSave: (values: ProductFormOutput) => Promise<unknown>
  isNew?: boolean
  /** The id of a product that exists. */
  product?: string
  actions?: ReactNode
}

/** The form for new and existing products. */
export function ProductForm({ values, title, onSave, isNew = false, product, actions }: Props) {
  const { t } = useTranslation()
  const form = useContractForm(ProductFormSchema, { values, onSave })
  const status = values.status ?? 'draft'
  const canWrite = usePermission('product:write')
  const hasOptions = (form.values.options ?? []).some(option => option.values.length > 0)

  function setImages(images: EditableImage[]) {
    form.setFieldValue('images', images)
    const imageKeys = new Set(images.map(getImageKey))
    // Variants lose an image that is removed from the product.
    if (form.values.variants.some(({ image }) => image && !imageKeys.has(image)))
      form.setFieldValue(
        'variants',
        form.values.variants.map(variant =>
          variant.image && !imageKeys.has(variant.image) ? { ...variant, image: null } : variant,
        ),
      )
  }
  return (
    <EditForm form={form} {...(isNew && { saveLabel: t('product.edit.save') })}>
      <PageHeader
        title={title}
        back={{ to: '/apps/product/list', label: t('product.list.title') }}
        badges={
          !isNew && (
            <StatusBadge
              tone={productStatusTones[status]}
              isHollow={status === 'draft'}
              label={t(`product.status.${status}`)}
            />
          )
        }
      >
        {!isNew && <ViewProductButton values={values} />}
        {actions}
        {isNew && !form.isChanged && <Button type="submit">{t('product.edit.save')}</Button>}
      </PageHeader>
      <fieldset className={css.fields} disabled={!canWrite}>
        <EditColumns sidebar={<ProductSide form={form} product={product} />}>
          {!isNew && <HiddenProductReasons form={form} status={status} />}
          <SectionCard>
            <TextField
              form={form}
              name="title"
              label={t('productField.title')}
              placeholder={t('product.form.titleExample')}
              required
              autoFocus={isNew}
            />
            <RichTextField form={form} name="description" label={t('productField.description')} />
          </SectionCard>
          <SectionCard title={t('product.card.media')}>
            <ImageField
              hasFocalPoint
              label={t('product.card.media')}
              images={form.values.images.map(image => ({ ...image, alt: image.alt }))}
              onChange={setImages}
              max={productLimits.images}
            />
            <TextField
              form={form}
              name="videoUrl"
              label={t('productField.videoUrl')}
              placeholder="https://www.youtube.com/watch?v="
              description={t('product.form.videoHint')}
            />
          </SectionCard>
          {!hasOptions && <ProductSimpleCards form={form} />}
          <ProductOptionsCard form={form} product={product} />
          <ProductDetailsCard form={form} />
          <ProductShippingCard form={form} hasOptions={hasOptions} />
          <ProductSeoCard form={form} />
          <ProductSafetyCard form={form} />
        </EditColumns>
      </fieldset>
    </EditForm>
  )
}
