import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { taskApi } from '#contract/desk/task.ts'
import { type TaskRule, TaskRulesInput, taskRuleApi } from '#contract/desk/task-rule.ts'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { SelectField, SwitchField } from '../ui/field/choice-field.tsx'
import { DrawerForm } from '../ui/form/drawer-form.tsx'
import css from './task.module.css'

type Props = { onClose: () => void }

/** The rules that create tasks, and who gets these tasks. */
export function TaskRulesDrawer({ onClose }: Props) {
  const rules = useQuery(queryOptionsFor(taskRuleApi.list, {})).data
  return rules && <RulesForm rules={rules} onClose={onClose} />
}

function RulesForm({ rules, onClose }: Props & { rules: readonly TaskRule[] }) {
  const { t } = useTranslation()
  const update = useRouteMutation(taskRuleApi.update)
  const people = useQuery(queryOptionsFor(taskApi.listAssignees, {})).data ?? []
  const form = useContractForm(TaskRulesInput, {
    values: { rules: [...rules] },
    can: 'task:write',
    onSave: async body => {
      await update.mutateAsync({ body })
      onClose()
    },
  })
  return (
    <DrawerForm
      form={form}
      title={t('task.rules.title')}
      saveLabel={t('task.rules.save')}
      onClose={onClose}
    >
      <p className={css.rulesText}>{t('task.rules.text')}</p>
      {form.values.rules.map(({ rule, isOn }, index) => (
        <div key={rule} className={css.rule}>
          <SwitchField
            form={form}
            name={`rules.${index}.isOn`}
            label={t(`task.rule.${rule}.name`)}
            description={t(`task.rule.${rule}.text`)}
          />
          {isOn && (
            <SelectField
              form={form}
              name={`rules.${index}.assigneeId`}
              label={t('task.field.assignee')}
              placeholder={t('task.nobody')}
              clearable
              options={people.map(({ _id, name }) => ({ value: _id, label: name }))}
            />
          )}
        </div>
      ))}
    </DrawerForm>
  )
}
