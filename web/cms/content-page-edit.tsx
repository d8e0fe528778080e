import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { z } from 'zod'
import { type ContentPage, cmsApi, PageInput } from '#contract/cms.ts'
import { Slug, updateSchema } from '#contract/lib/schemas.ts'
import { queryOf, useSend } from '../lib/call/api.ts'
import type { Warm } from '../lib/navigation/intent.ts'
import { type ContractForm, useContractForm } from '../lib/use-contract-form.ts'
import { SelectField } from '../ui/form/choice-field.tsx'
import { EditColumns, EditForm } from '../ui/form/edit-form.tsx'
import { RichTextField } from '../ui/form/rich-text-field.tsx'
import { SlugField } from '../ui/form/slug-field.tsx'
import { TextareaField, TextField } from '../ui/form/text-field.tsx'
import { ConfirmDialog } from '../ui/page/confirm-dialog.tsx'
import { Loaded } from '../ui/page/loaded.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'

/** An empty address means: make one from the title. */
const PageForm = updateSchema(PageInput).extend({ slug: z.union([z.literal(''), Slug]).optional() })
type PageForm = z.input<typeof PageForm>
const blank: PageForm = {
  title: '',
  slug: '',
  body: '',
  status: 'published',
  seoTitle: '',
  seoDescription: '',
}
const withoutBlankSlug = <T extends { slug?: string | undefined }>({ slug, ...rest }: T) =>
  slug ? { ...rest, slug } : rest
const list = '/apps/cms?section=pages'

export function ContentPageNew() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const create = useSend(cmsApi.createPage)
  const form = useContractForm(PageForm, {
    values: blank,
    onSave: async ({ title = '', version: _, ...rest }) => {
      const { slug } = await create.mutateAsync({ body: { ...withoutBlankSlug(rest), title } })
      await navigate(`/apps/page/${slug}`)
    },
  })
  return (
    <EditForm form={form} saveLabel={t('cms.write.create')}>
      <PageHeader title={t('cms.write.new')} back={{ to: list, label: t('cms.read.back') }} />
      <PageFields form={form} isFixed={false} />
    </EditForm>
  )
}

export function ContentPageEdit() {
  const { slug = '' } = useParams()
  const page = useQuery(queryOf(cmsApi.getPage, { params: { slug } }))
  return <Loaded query={page}>{found => <Existing page={found} />}</Loaded>
}
ContentPageEdit.warm = (({ client, id }) =>
  client.prefetchQuery(queryOf(cmsApi.getPage, { params: { slug: id } }))) satisfies Warm

function Existing({ page }: { page: ContentPage }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const update = useSend(cmsApi.updatePage)
  const remove = useSend(cmsApi.deletePage)
  const [isLeaving, setLeaving] = useState(false)
  const { _id: id, isFixed, createdAt: _, updatedAt: __, ...values } = page
  const form = useContractForm(PageForm, {
    values,
    onSave: async body => {
      const { slug } = await update.mutateAsync({ params: { id }, body: withoutBlankSlug(body) })
      await navigate(`/apps/page/${slug}`)
    },
  })
  return (
    <EditForm form={form}>
      <PageHeader
        title={t('cms.write.edit')}
        back={{ to: `/apps/page/${page.slug}`, label: page.title }}
      >
        {!isFixed && (
          <Button
            variant="default"
            leftSection={<IconTrash size={16} stroke={1.75} />}
            onClick={() => setLeaving(true)}
          >
            {t('cms.write.delete')}
          </Button>
        )}
      </PageHeader>
      <PageFields form={form} isFixed={isFixed} />
      <ConfirmDialog
        isOpen={isLeaving}
        title={t('cms.write.deleteTitle', { title: page.title })}
        action={t('cms.write.delete')}
        isDangerous
        isBusy={remove.isPending}
        onClose={() => setLeaving(false)}
        onConfirm={() =>
          remove.mutate(
            { params: { id } },
            {
              onSuccess: () => {
                form.discard()
                void navigate(list)
              },
            },
          )
        }
      >
        {t('cms.write.deleteText')}
      </ConfirmDialog>
    </EditForm>
  )
}

function PageFields({ form, isFixed }: { form: ContractForm<PageForm>; isFixed: boolean }) {
  const { t } = useTranslation()
  const statuses = [
    { value: 'published', label: t('cms.pages.published') },
    { value: 'draft', label: t('cms.pages.draft') },
  ]
  const side = (
    <>
      <SectionCard title={t('cms.write.organise')}>
        <SelectField
          form={form}
          name="status"
          label={t('cms.write.status')}
          options={statuses}
          description={t('cms.write.statusHint')}
        />
        <SlugField
          form={form}
          name="slug"
          label={t('cms.write.slug')}
          from={form.values.title ?? ''}
          prefix="/pages/"
          disabled={isFixed}
          {...(isFixed && { description: t('cms.write.fixedSlug') })}
        />
      </SectionCard>
      <SectionCard title={t('cms.write.seo')}>
        <TextField
          form={form}
          name="seoTitle"
          label={t('cms.write.seoTitle')}
          placeholder={form.values.title ?? ''}
        />
        <TextareaField
          form={form}
          name="seoDescription"
          label={t('cms.write.seoDescription')}
          rows={3}
        />
      </SectionCard>
    </>
  )
  return (
    <EditColumns side={side}>
      <SectionCard>
        <TextField form={form} name="title" label={t('cms.write.title')} required maxLength={120} />
        <RichTextField form={form} name="body" label={t('cms.write.body')} minHeight={360} />
      </SectionCard>
    </EditColumns>
  )
}
