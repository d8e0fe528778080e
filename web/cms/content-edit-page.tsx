import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { z } from 'zod'
import { type ContentPage, cmsApi, PageInput } from '#contract/cms/cms.ts'
import { Slug, updateSchema } from '#contract/lib/schemas.ts'
import { pickFields } from '#contract/lib/shape.ts'
import { toTextLine } from '#contract/lib/text/plain-text.ts'
import { pageSlugApi } from '#contract/store/free-slug.ts'
import { SearchListing } from '../component/search-listing.tsx'
import { ShareCard } from '../component/share-card.tsx'
import { TextVersionsButton } from '../component/text-versions-drawer.tsx'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'
import { createEmptyValues, omitDerivedSlug, omitEmptySlug } from '../lib/form-values.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { useDialogParam } from '../lib/navigation/use-dialog-param.ts'
import { type ContractForm, useContractForm } from '../lib/use-contract-form.ts'
import { RichTextField } from '../rich-text/rich-text-field.tsx'
import { useFreeSlug } from '../store/use-free-slug.ts'
import { ConfirmButton } from '../ui/dialog/confirm-button.tsx'
import { SelectField } from '../ui/field/choice-field.tsx'
import { SlugField } from '../ui/field/slug-field.tsx'
import { TextareaField, TextField } from '../ui/field/text-field.tsx'
import { EditColumns, EditForm } from '../ui/form/edit-form.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { QueryBoundary } from '../ui/page/query-boundary.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import { HiddenContentReasons, ViewContentButton } from './content-visibility.tsx'
import { PageVersionsDrawer } from './page-versions-drawer.tsx'

/** The form values. If the slug is empty, the server derives one from the title. */
const ContentPageValues = updateSchema(PageInput).extend({
  slug: z.union([z.literal(''), Slug]).optional(),
})
type ContentPageValues = z.input<typeof ContentPageValues>
const emptyPage: ContentPageValues = createEmptyValues(PageInput)
const listPath = '/apps/cms?section=pages'

export function ContentNewPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const create = useRouteMutation(cmsApi.createPage)
  const form = useContractForm(ContentPageValues, {
    values: emptyPage,
    onSave: async ({ title = '', version: _, ...rest }) => {
      const { slug } = await create.mutateAsync({
        body: { ...omitDerivedSlug(rest, title), title },
      })
      await navigate(`/apps/page/${slug}`)
    },
  })
  return (
    <EditForm form={form} saveLabel={t('cms.pageForm.create')}>
      <PageHeader
        title={t('cms.pageForm.new')}
        back={{ to: listPath, label: t('cms.pageView.back') }}
      />
      <PageFields form={form} isFixed={false} />
    </EditForm>
  )
}

export function ContentEditPage() {
  const { slug = '' } = useParams()
  const page = useQuery(queryOptionsFor(cmsApi.getPage, { params: { slug } }))
  return (
    <QueryBoundary query={page}>
      {contentPage => <EditContentForm page={contentPage} />}
    </QueryBoundary>
  )
}
ContentEditPage.prefetch = (({ client, id }) =>
  client.prefetchQuery(
    queryOptionsFor(cmsApi.getPage, { params: { slug: id } }),
  )) satisfies Prefetch

function EditContentForm({ page }: { page: ContentPage }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const update = useRouteMutation(cmsApi.updatePage)
  const remove = useRouteMutation(cmsApi.deletePage)
  const history = useDialogParam('versions')
  const { _id: id, isFixed } = page
  const form = useContractForm(ContentPageValues, {
    values: pickFields(ContentPageValues, page),
    onSave: async body => {
      const { slug } = await update.mutateAsync({ params: { id }, body: omitEmptySlug(body) })
      await navigate(`/apps/page/${slug}`)
    },
  })
  return (
    <>
      <EditForm form={form}>
        <PageHeader
          title={t('cms.pageForm.edit')}
          back={{ to: `/apps/page/${page.slug}`, label: page.title }}
        >
          <TextVersionsButton onClick={() => history.open('all')} />
          <ViewContentButton page={page} />
          {!isFixed && (
            <ConfirmButton
              leftSection={<IconTrash size={16} stroke={1.75} />}
              label={t('cms.pageForm.delete')}
              title={t('cms.pageForm.deleteTitle', { title: page.title })}
              isBusy={remove.isPending}
              onConfirm={() =>
                remove.mutate(
                  { params: { id } },
                  {
                    onSuccess: () => {
                      form.discard()
                      void navigate(listPath)
                    },
                  },
                )
              }
            >
              {t('cms.pageForm.deleteText')}
            </ConfirmButton>
          )}
        </PageHeader>
        <HiddenContentReasons
          status={page.status}
          publish={() => {
            form.setFieldValue('status', 'published')
            if (!form.isChanged) form.save()
          }}
        />
        <PageFields form={form} isFixed={isFixed} />
      </EditForm>
      {history.value && (
        <PageVersionsDrawer page={page} isChanged={form.isChanged} onClose={history.close} />
      )}
    </>
  )
}

function PageFields({
  form,
  isFixed,
}: {
  form: ContractForm<ContentPageValues>
  isFixed: boolean
}) {
  const { t } = useTranslation()
  const { title = '', slug, body = '', seoTitle, seoDescription, version } = form.values
  const isNew = version === undefined
  const listing = { title: seoTitle || title, text: seoDescription || toTextLine(body) }
  const freeSlug = useFreeSlug(pageSlugApi.getFreeSlug, title, isNew)
  const statuses = [
    { value: 'published', label: t('cms.pages.published') },
    { value: 'draft', label: t('cms.pages.draft') },
  ]
  const sidebar = (
    <>
      <SectionCard title={t('cms.pageForm.visibility')}>
        <SelectField
          form={form}
          name="status"
          label={t('cms.pageForm.status')}
          options={statuses}
          description={t('cms.pageForm.statusHint')}
        />
        <SlugField
          form={form}
          name="slug"
          label={t('cms.pageForm.slug')}
          sourceName={title}
          {...(isNew && { freeSlug })}
          prefix="/pages/"
          disabled={isFixed}
          {...(isFixed && { description: t('cms.pageForm.defaultSlug') })}
        />
      </SectionCard>
      <SectionCard title={t('cms.pageForm.seo')}>
        <SearchListing path={`/pages/${slug || freeSlug || '…'}`} {...listing} />
        <ShareCard image={undefined} {...listing} />
        <TextField
          form={form}
          name="seoTitle"
          label={t('cms.pageForm.seoTitle')}
          placeholder={title}
        />
        <TextareaField
          form={form}
          name="seoDescription"
          label={t('cms.pageForm.seoDescription')}
          rows={3}
        />
      </SectionCard>
    </>
  )
  return (
    <EditColumns sidebar={sidebar}>
      <SectionCard>
        <TextField form={form} name="title" label={t('cms.pageForm.title')} required />
        <RichTextField form={form} name="body" label={t('cms.pageForm.body')} minHeight={360} />
      </SectionCard>
    </EditColumns>
  )
}
