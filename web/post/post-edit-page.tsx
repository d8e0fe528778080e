import { Button } from '@mantine/core'
import { IconCopy, IconEye, IconMail, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { campaignApi } from '#contract/campaign/campaign.ts'
import { type Post, postApi } from '#contract/cms/post.ts'
import { pickFields } from '#contract/lib/shape.ts'
import { TextVersionsButton } from '../component/text-versions-drawer.tsx'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'
import { callApi } from '../lib/call/call-api.ts'
import { omitEmptySlug } from '../lib/form-values.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { useDialogParam } from '../lib/navigation/use-dialog-param.ts'
import { toast } from '../lib/page/toast.ts'
import { PermissionGate } from '../lib/session/permission-gate.tsx'
import { useContractForm } from '../lib/use-contract-form.ts'
import { HiddenReasons, useHidingStoreStatus } from '../store/hidden-reasons.tsx'
import { StorefrontButton } from '../store/storefront-link.tsx'
import { ConfirmButton } from '../ui/dialog/confirm-button.tsx'
import { CardStack, EditForm } from '../ui/form/edit-form.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { QueryBoundary } from '../ui/page/query-boundary.tsx'
import { PostFields, PostValues } from './post-fields.tsx'
import { getPostState, PostStatusBadge } from './post-status.tsx'
import { PostVersionsDrawer } from './post-versions-drawer.tsx'

const listPath = '/apps/blog/list'

export function PostEditPage() {
  const { id = '' } = useParams()
  const post = useQuery(queryOptionsFor(postApi.get, { params: { id } }))
  return <QueryBoundary query={post}>{data => <EditPostForm post={data} />}</QueryBoundary>
}
PostEditPage.prefetch = (({ client, id }) =>
  client.prefetchQuery(queryOptionsFor(postApi.get, { params: { id } }))) satisfies Prefetch

function EditPostForm({ post }: { post: Post }) {
  const { t } = useTranslation()
  const update = useRouteMutation(postApi.update)
  const history = useDialogParam('versions')
  const { _id: id } = post
  const form = useContractForm(PostValues, {
    values: pickFields(PostValues, post),
    can: 'cms:write',
    onSave: body => update.mutateAsync({ params: { id }, body: omitEmptySlug(body) }),
  })
  const draftReason = {
    text: t('store.hidden.post'),
    publishLabel: t('store.publish.post'),
    permission: 'cms:write',
    publish: () => {
      form.setFieldValue('status', 'published')
      if (!form.isChanged) form.save()
    },
  } as const
  return (
    <>
      <EditForm form={form}>
        <PageHeader
          title={post.title}
          back={{ to: listPath, label: t('shell.menu.blog') }}
          badges={<PostStatusBadge post={post} />}
        >
          <TextVersionsButton onClick={() => history.open('all')} />
          <CreateCampaignButton post={post} />
          <PostActions post={post} onDeleted={form.discard} />
          <PreviewPostButton post={post} />
          <ViewPostButton post={post} />
        </PageHeader>
        <CardStack>
          <HiddenReasons
            reasons={post.status === 'draft' ? [draftReason] : []}
            isShownWhilePaused
          />
          <PostFields form={form} />
        </CardStack>
      </EditForm>
      {history.value && (
        <PostVersionsDrawer post={post} isChanged={form.isChanged} onClose={history.close} />
      )}
    </>
  )
}

/** Opens the saved post as it will appear, in a new tab. */
function PreviewPostButton({ post }: { post: Post }) {
  const { t } = useTranslation()
  if (getPostState(post) === 'published') return null
  async function openPreview() {
    // Browsers block tabs that open after a request.
    const tab = window.open('about:blank', '_blank')
    try {
      const { url } = await callApi(postApi.createPreviewLink, { params: { id: post._id } })
      if (!tab) return
      tab.opener = null
      tab.location.href = url
    } catch (error) {
      tab?.close()
      toast.failure(error)
    }
  }
  return (
    <Button
      variant="default"
      leftSection={<IconEye size={16} stroke={1.75} />}
      onClick={() => void openPreview()}
    >
      {t('post.preview')}
    </Button>
  )
}

/** Creates a campaign with the text of the saved post. */
function CreateCampaignButton({ post: { title, excerpt, body } }: { post: Post }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const create = useRouteMutation(campaignApi.create)
  const text = { name: title, subject: title, preview: excerpt.slice(0, 200), body }
  return (
    <PermissionGate permission="campaign:write">
      <Button
        variant="default"
        leftSection={<IconMail size={16} stroke={1.75} />}
        loading={create.isPending}
        onClick={() =>
          create.mutate(
            { body: text },
            { onSuccess: ({ _id }) => void navigate(`/apps/campaign/edit/${_id}`) },
          )
        }
      >
        {t('post.sendEmail')}
      </Button>
    </PermissionGate>
  )
}

/** Opens a post that shoppers see. */
function ViewPostButton({ post }: { post: Post }) {
  const { t } = useTranslation()
  const hidingStoreStatus = useHidingStoreStatus({ isShownWhilePaused: true })
  if (hidingStoreStatus || getPostState(post) !== 'published') return null
  return <StorefrontButton label={t('post.view')} path={`/blog/${post.slug}`} />
}

function PostActions({ post, onDeleted }: { post: Post; onDeleted: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const duplicate = useRouteMutation(postApi.duplicate)
  const remove = useRouteMutation(postApi.delete)
  const params = { id: post._id }
  return (
    <PermissionGate permission="cms:write">
      <Button
        variant="default"
        leftSection={<IconCopy size={16} stroke={1.75} />}
        loading={duplicate.isPending}
        onClick={() =>
          duplicate.mutate(
            { params },
            { onSuccess: ({ _id }) => void navigate(`/apps/blog/edit/${_id}`) },
          )
        }
      >
        {t('post.duplicate')}
      </Button>
      <ConfirmButton
        leftSection={<IconTrash size={16} stroke={1.75} />}
        label={t('post.delete')}
        title={t('post.deleteTitle', { title: post.title })}
        isBusy={remove.isPending}
        onConfirm={() =>
          remove.mutate(
            { params },
            {
              onSuccess: () => {
                onDeleted()
                void navigate(listPath)
              },
            },
          )
        }
      >
        {t('post.deleteText')}
      </ConfirmButton>
    </PermissionGate>
  )
}
