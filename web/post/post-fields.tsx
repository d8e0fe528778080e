import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { PostInput, postApi } from '#contract/cms/post.ts'
import { Slug, updateSchema } from '#contract/lib/schemas.ts'
import { toTextLine } from '#contract/lib/text/plain-text.ts'
import { postSlugApi } from '#contract/store/free-slug.ts'
import { SearchListing } from '../component/search-listing.tsx'
import { ShareCard } from '../component/share-card.tsx'
import { queryOptionsFor } from '../lib/call/api.ts'
import type { ContractForm } from '../lib/use-contract-form.ts'
import { SingleImageField } from '../media/single-image-field.tsx'
import { RichTextField } from '../rich-text/rich-text-field.tsx'
import { useFreeSlug } from '../store/use-free-slug.ts'
import { DateTimeField } from '../ui/date/date-time-field.tsx'
import { SelectField, SwitchField, TagsField } from '../ui/field/choice-field.tsx'
import { SlugField } from '../ui/field/slug-field.tsx'
import { TextareaField, TextField } from '../ui/field/text-field.tsx'
import { EditColumns } from '../ui/form/edit-form.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'

/** The form values. If the slug is empty, the server derives one from the title. */
export const PostValues = updateSchema(PostInput).extend({
  slug: z.union([z.literal(''), Slug]).optional(),
})
export type PostValues = z.input<typeof PostValues>
type Props = { form: ContractForm<PostValues> }

export function PostFields({ form }: Props) {
  const { t } = useTranslation()
  return (
    <EditColumns
      sidebar={
        <>
          <PostVisibility form={form} />
          <PostDetails form={form} />
          <PostListing form={form} />
        </>
      }
    >
      <SectionCard>
        <TextField form={form} name="title" label={t('post.field.title')} required />
        <RichTextField form={form} name="body" label={t('post.field.body')} minHeight={420} />
      </SectionCard>
      <SectionCard title={t('post.field.cover')}>
        <SingleImageField form={form} name="cover" label={t('post.field.cover')} hideLabel />
        {form.values.cover && (
          <TextField form={form} name="coverAlt" label={t('post.field.coverAlt')} />
        )}
        <TextareaField
          form={form}
          name="excerpt"
          label={t('post.field.excerpt')}
          description={t('post.excerptHint')}
          rows={3}
        />
      </SectionCard>
    </EditColumns>
  )
}

function PostVisibility({ form }: Props) {
  const { t } = useTranslation()
  const { title = '', version } = form.values
  const isNew = version === undefined
  const freeSlug = useFreeSlug(postSlugApi.getFreeSlug, title, isNew)
  return (
    <SectionCard title={t('post.visibility')}>
      <SelectField
        form={form}
        name="status"
        label={t('post.field.status')}
        options={[
          { value: 'published', label: t('post.statuses.published') },
          { value: 'draft', label: t('post.statuses.draft') },
        ]}
      />
      <DateTimeField
        form={form}
        name="publishAt"
        label={t('post.field.publishAt')}
        description={t('post.publishHint')}
      />
      <SlugField
        form={form}
        name="slug"
        label={t('post.field.slug')}
        sourceName={title}
        {...(isNew && { freeSlug })}
        prefix="/blog/"
      />
    </SectionCard>
  )
}

function PostDetails({ form }: Props) {
  const { t } = useTranslation()
  const facets = useQuery(queryOptionsFor(postApi.listFacets, {}))
  return (
    <SectionCard title={t('post.details')}>
      <TextField form={form} name="author" label={t('post.field.author')} />
      <TagsField
        form={form}
        name="tags"
        label={t('post.field.tags')}
        suggestions={facets.data?.tags ?? []}
      />
    </SectionCard>
  )
}

function PostListing({ form }: Props) {
  const { t } = useTranslation()
  const { title = '', slug, body = '', excerpt, cover, seoTitle, seoDescription } = form.values
  const listing = {
    title: seoTitle || title,
    text: seoDescription || excerpt || toTextLine(body),
  }
  return (
    <SectionCard title={t('cms.pageForm.seo')}>
      <SearchListing path={`/blog/${slug || '…'}`} {...listing} />
      <ShareCard image={cover} {...listing} />
      <TextField form={form} name="seoTitle" label={t('post.field.seoTitle')} placeholder={title} />
      <TextareaField
        form={form}
        name="seoDescription"
        label={t('post.field.seoDescription')}
        rows={3}
      />
      <SwitchField form={form} name="isIndexed" label={t('post.field.isIndexed')} />
    </SectionCard>
  )
}
