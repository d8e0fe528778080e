import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { PostInput, postApi } from '#contract/cms/post.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { createEmptyValues, omitDerivedSlug } from '../lib/form-values.ts'
import { useSession } from '../lib/session/session.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { EditForm } from '../ui/form/edit-form.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { PostFields, PostValues } from './post-fields.tsx'

export function PostNewPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const create = useRouteMutation(postApi.create)
  const author = useSession()?.fullName ?? ''
  const form = useContractForm(PostValues, {
    values: { ...createEmptyValues(PostInput), status: 'draft', isIndexed: true, author },
    onSave: async ({ title = '', version: _, ...rest }) => {
      const { _id } = await create.mutateAsync({
        body: { ...omitDerivedSlug(rest, title), title },
      })
      await navigate(`/apps/blog/edit/${_id}`)
    },
  })
  return (
    <EditForm form={form} saveLabel={t('post.add')}>
      <PageHeader
        title={t('post.add')}
        back={{ to: '/apps/blog/list', label: t('shell.menu.blog') }}
      />
      <PostFields form={form} />
    </EditForm>
  )
}
