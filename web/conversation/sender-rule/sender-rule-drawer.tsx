import { ActionIcon, Group, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  type SenderRule,
  SenderRuleAction,
  SenderRuleInput,
  senderRuleApi,
} from '#contract/desk/sender-rule.ts'
import { queryOptionsFor, useRouteMutation } from '../../lib/call/api.ts'
import type { DialogParam } from '../../lib/navigation/use-dialog-param.ts'
import { useCanCall } from '../../lib/session/session.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { DetailDrawer } from '../../ui/dialog/record-drawer.tsx'
import { SelectField } from '../../ui/field/choice-field.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { DrawerForm } from '../../ui/form/drawer-form.tsx'
import { StatusBadge } from '../../ui/message/status-badge.tsx'
import { AddButton } from '../../ui/page/add-button.tsx'
import css from './sender-rule.module.css'

/** The blocked and allowed senders of the store, or the form of a new rule. */
export function SenderRuleDrawer({ dialog }: { dialog: DialogParam }) {
  if (dialog.value === 'new') return <SenderRuleForm onClose={() => dialog.open('list')} />
  return <SenderRuleList dialog={dialog} />
}

function SenderRuleList({ dialog }: { dialog: DialogParam }) {
  const { t } = useTranslation()
  const rules = useQuery(queryOptionsFor(senderRuleApi.list, {})).data
  return (
    <DetailDrawer title={t('senderRule.title')} onClose={dialog.close}>
      <Text c="dimmed">{t(rules?.length === 0 ? 'senderRule.empty' : 'senderRule.text')}</Text>
      {rules && rules.length > 0 && (
        <ul className={css.rules} aria-label={t('senderRule.title')}>
          {rules.map(rule => (
            <RuleRow key={rule._id} rule={rule} />
          ))}
        </ul>
      )}
      <Group>
        <AddButton
          label={t('senderRule.add')}
          can="conversation:write"
          onClick={() => dialog.open('new')}
        />
      </Group>
    </DetailDrawer>
  )
}

const blank: SenderRuleInput = { sender: '', action: 'block' }

function SenderRuleForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const save = useRouteMutation(senderRuleApi.save)
  const form = useContractForm(SenderRuleInput, {
    values: blank,
    can: 'conversation:write',
    onSave: async body => {
      await save.mutateAsync({ body })
      onClose()
    },
  })
  return (
    <DrawerForm
      form={form}
      title={t('senderRule.add')}
      saveLabel={t('senderRule.add')}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="sender"
        label={t('senderRule.sender')}
        placeholder="example.com"
        autoComplete="off"
        required
      />
      <SelectField
        form={form}
        name="action"
        label={t('senderRule.choice')}
        options={SenderRuleAction.options.map(action => ({
          value: action,
          label: t(`senderRule.action.${action}`),
        }))}
        required
      />
    </DrawerForm>
  )
}

function RuleRow({ rule: { _id: id, sender, action } }: { rule: SenderRule }) {
  const { t } = useTranslation()
  const canDelete = useCanCall(senderRuleApi.delete)
  const remove = useRouteMutation(senderRuleApi.delete)
  return (
    <li className={css.rule}>
      <bdi className={css.sender}>{sender}</bdi>
      <StatusBadge
        tone={action === 'block' ? 'bad' : 'good'}
        label={t(`senderRule.action.${action}`)}
      />
      {canDelete && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          loading={remove.isPending}
          aria-label={t('senderRule.delete', { sender })}
          onClick={() => remove.mutate({ params: { id } })}
        >
          <IconTrash size={16} stroke={1.75} />
        </ActionIcon>
      )}
    </li>
  )
}
