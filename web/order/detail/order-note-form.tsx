import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { orderApi } from '#contract/order/order.ts'
import { OrderNote } from '#contract/order/order-input.ts'
import { useRouteMutation } from '../../lib/call/api.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { FormAlert } from '../../ui/form/form-alert.tsx'

/** Adds a note to the timeline of an order. */
export function OrderNoteForm({ id, onAdded }: { id: string; onAdded: () => void }) {
  const { t } = useTranslation()
  const send = useRouteMutation(orderApi.addNote, { isSilent: true })
  const form = useContractForm(OrderNote, {
    values: { text: '' },
    onSave: async body => {
      await send.mutateAsync({ params: { id }, body })
      onAdded()
    },
  })
  const isEmpty = form.values.text.trim() === ''
  return (
    <Stack gap={8}>
      {!isEmpty && <FormAlert form={form} />}
      <Textarea
        {...form.getInputProps('text')}
        aria-label={t('order.timeline.note')}
        placeholder={t('order.timeline.placeholder')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={form.getMaxLength('text')}
        onKeyDown={event =>
          (event.ctrlKey || event.metaKey) && event.key === 'Enter' && !isEmpty && form.save()
        }
      />
      {!isEmpty && (
        <Group justify="flex-end">
          <Button
            size="compact-md"
            loading={form.isSaving}
            disabled={!form.canSave}
            onClick={form.save}
          >
            {t('order.timeline.add')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
