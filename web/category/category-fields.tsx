import { Divider } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { Slug, updateSchema } from '#contract/lib/schemas.ts'
import { toTextLine } from '#contract/lib/text/plain-text.ts'
import { CategoryInput } from '#contract/product/category.ts'
import { categorySlugApi } from '#contract/store/free-slug.ts'
import { SearchListing } from '../component/search-listing.tsx'
import { ShareCard } from '../component/share-card.tsx'
import type { ContractForm } from '../lib/use-contract-form.ts'
import { SingleImageField } from '../media/single-image-field.tsx'
import { RichTextField } from '../rich-text/rich-text-field.tsx'
import { useFreeSlug } from '../store/use-free-slug.ts'
import { SelectField } from '../ui/field/choice-field.tsx'
import { SlugField } from '../ui/field/slug-field.tsx'
import { TextareaField, TextField } from '../ui/field/text-field.tsx'
import { FieldRow } from '../ui/form/edit-form.tsx'
import { type CategoryNodes, listAllowedParents } from './category-moves.ts'

/** The form values. If the slug is empty, the server derives one from the name. */
export const CategoryValues = updateSchema(CategoryInput).extend({
  slug: z.union([z.literal(''), Slug]).optional(),
})
export type CategoryValues = z.input<typeof CategoryValues>

/** The fields of a new or existing category. `id` is undefined for a new one. */
export function CategoryFields({
  form,
  nodes,
  id,
}: {
  form: ContractForm<CategoryValues>
  nodes: CategoryNodes
  id?: string
}) {
  const { t } = useTranslation()
  const freeSlug = useFreeSlug(categorySlugApi.getFreeSlug, form.values.name ?? '', !id)
  const {
    name = '',
    slug,
    image,
    description = '',
    seoTitle = '',
    seoDescription = '',
  } = form.values
  const listing = { title: seoTitle || name, text: seoDescription || toTextLine(description) }
  const parents = listAllowedParents(nodes, id).map(node => ({
    value: node._id,
    label: `${' '.repeat((node.depth - 1) * 3)}${node.name}`,
  }))
  const statuses = [
    { value: 'visible', label: t('category.status.visible') },
    { value: 'hidden', label: t('category.status.hidden') },
  ]
  return (
    <>
      <TextField form={form} name="name" label={t('category.form.name')} required />
      <SlugField
        form={form}
        name="slug"
        label={t('category.form.slug')}
        sourceName={name}
        {...(!id && { freeSlug })}
        prefix="/categories/"
        {...(id && { description: t('category.form.slugHint') })}
      />
      <FieldRow>
        <SelectField
          form={form}
          name="parent"
          label={t('category.form.parent')}
          options={parents}
          clearable
          searchable={parents.length > 6}
          placeholder={t('category.form.noParent')}
        />
        <SelectField
          form={form}
          name="status"
          label={t('category.form.status')}
          options={statuses}
          description={t('category.form.statusHint')}
        />
      </FieldRow>
      <SingleImageField form={form} name="image" label={t('category.form.image')} />
      <RichTextField
        form={form}
        name="description"
        label={t('category.form.description')}
        minHeight={110}
      />
      <Divider label={t('category.form.seo')} labelPosition="left" mt={4} />
      <SearchListing path={`/categories/${slug || freeSlug || '…'}`} {...listing} />
      <ShareCard image={image} {...listing} />
      <TextField
        form={form}
        name="seoTitle"
        label={t('category.form.seoTitle')}
        placeholder={name}
        description={t('category.form.seoTitleHint', { count: seoTitle.length })}
      />
      <TextareaField
        form={form}
        name="seoDescription"
        label={t('category.form.seoDescription')}
        rows={2}
        description={t('category.form.seoDescriptionHint', { count: seoDescription.length })}
      />
    </>
  )
}
