import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { customerApi } from '#contract/customer/customer.ts'
import { ConversationInput, conversationApi } from '#contract/desk/conversation.ts'
import { draftFileApi } from '#contract/desk/draft-file.ts'
import { orderApi } from '#contract/order/order.ts'
import { queryOptionsFor, useRouteMutation } from '../../lib/call/api.ts'
import { uploadFile } from '../../lib/call/transfer.ts'
import { translateSuccess } from '../../lib/call/translate-server-message.ts'
import { getRecordPath } from '../../lib/navigation/record-paths.ts'
import { toast } from '../../lib/page/toast.ts'
import { useCanCall } from '../../lib/session/session.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { TextareaField, TextField } from '../../ui/field/text-field.tsx'
import { DrawerForm } from '../../ui/form/drawer-form.tsx'
import { AttachButton, DraftFileList, useNewFiles } from '../draft-file/draft-files.tsx'

const emptyMessage: ConversationInput = { email: '', name: '', subject: '', text: '' }

/** Writes an email to a person. `target` is `new`, `customer-<id>` or `order-<id>`. */
export function NewMessageDrawer({ target, onClose }: { target: string; onClose: () => void }) {
  const { isLoading, values } = useRecipient(target)
  return isLoading ? null : <MessageForm values={values} onClose={onClose} />
}

function useRecipient(target: string): { isLoading: boolean; values: ConversationInput } {
  const { t } = useTranslation()
  const [, type, id = ''] = /^(customer|order)-(.+)$/.exec(target) ?? []
  const customer = useQuery({
    ...queryOptionsFor(customerApi.get, { params: { id } }),
    enabled: useCanCall(customerApi.get) && type === 'customer',
  })
  const order = useQuery({
    ...queryOptionsFor(orderApi.get, { params: { id } }),
    enabled: useCanCall(orderApi.get) && type === 'order',
  })
  const person = customer.data ?? order.data?.customer
  return {
    isLoading: customer.isLoading || order.isLoading,
    values: {
      ...emptyMessage,
      ...(person && { email: person.email, name: person.name }),
      ...(order.data && {
        order: order.data._id,
        subject: t('conversation.aboutOrder', { number: order.data.number }),
      }),
    },
  }
}

function MessageForm({ values, onClose }: { values: ConversationInput; onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const create = useRouteMutation(conversationApi.create)
  const files = useNewFiles()
  const client = useQueryClient()
  async function createWithFiles(body: ConversationInput) {
    const route = draftFileApi.createWithFiles
    const fields = { message: JSON.stringify(body) }
    const upload = uploadFile(route, { fields, files: files.selectedFiles })
    const created = await upload.catch(error => {
      toast.errorUnlessHandled(error)
      throw error
    })
    toast.success(translateSuccess(route, route.message ?? ''))
    for (const feature of [route.feature, ...route.invalidates])
      void client.invalidateQueries({ queryKey: [feature] })
    return created
  }
  const form = useContractForm(ConversationInput, {
    values,
    can: 'conversation:write',
    onSave: async body => {
      const { _id } = await (files.selectedFiles.length > 0
        ? createWithFiles(body)
        : create.mutateAsync({ body }))
      await navigate(getRecordPath('conversation', _id))
    },
  })
  const hasUnsavedChanges = () =>
    form.hasUnsavedChanges() || (files.selectedFiles.length > 0 && !form.isSaving)
  return (
    <DrawerForm
      form={{ ...form, hasUnsavedChanges }}
      title={t('conversation.newMessage')}
      saveLabel={t('conversation.send')}
      onClose={onClose}
    >
      <TextField form={form} name="email" type="email" label={t('conversation.email')} required />
      <TextField form={form} name="name" label={t('conversation.name')} />
      <TextField form={form} name="subject" label={t('conversation.subject')} required />
      <TextareaField form={form} name="text" label={t('conversation.text')} rows={10} required />
      <DraftFileList files={files} />
      <div>
        <AttachButton files={files} />
      </div>
    </DrawerForm>
  )
}
