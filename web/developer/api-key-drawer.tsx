import { Input, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type ApiKey, ApiKeyInput, apiKeyApi } from '#contract/api-key.ts'
import { type Ability, apiKeySubjects } from '#contract/lib/permission.ts'
import { useSend } from '../lib/call/api.ts'
import { useRights } from '../lib/session/session.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { DrawerForm } from '../ui/form/drawer-form.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { RightsGrid } from '../ui/page/rights-grid.tsx'
import css from './developer.module.css'

type KeyAbility = ApiKeyInput['ability']
const lives = [30, 90, 365, null] as const

/** What a key may do is put together out of areas; keys know no "everything", and none is let into the staff. */
const forKeys = (ability: readonly Ability[]): KeyAbility =>
  ability.flatMap(({ action, subject }) =>
    apiKeySubjects.flatMap(known =>
      subject === 'all' || subject === known ? [{ action, subject: known }] : [],
    ),
  )

type Props = {
  apiKey: ApiKey | undefined
  onClose: () => void /** Is given the key itself, this once. */
  onMade: (key: string) => void
}

/** A new key, or the name and rights of one there is. */
export function ApiKeyDrawer({ apiKey, onClose, onMade }: Props) {
  const { t } = useTranslation()
  const create = useSend(apiKeyApi.create)
  const update = useSend(apiKeyApi.update)
  const own = useRights().ability
  const values: ApiKeyInput = {
    name: apiKey?.name ?? '',
    ability: apiKey?.ability ?? [],
    validDays: 365,
  }
  const form = useContractForm(ApiKeyInput, {
    values,
    onSave: async ({ name, ability, validDays }) => {
      if (apiKey)
        await update.mutateAsync({
          params: { id: apiKey._id },
          body: { name, ability, version: apiKey.version },
        })
      else onMade((await create.mutateAsync({ body: { name, ability, validDays } })).key)
      onClose()
    },
  })
  const { ability, validDays = null } = form.values
  return (
    <DrawerForm
      form={form}
      title={t(apiKey ? 'developer.key.editTitle' : 'developer.key.addTitle')}
      saveLabel={t(apiKey ? 'developer.key.save' : 'developer.key.make')}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="name"
        label={t('developer.key.name')}
        required
        maxLength={60}
        placeholder={t('developer.key.namePlaceholder')}
        description={t('developer.key.nameHint')}
      />
      {!apiKey && (
        <Select
          label={t('developer.key.life')}
          allowDeselect={false}
          value={String(validDays)}
          onChange={chosen =>
            form.setFieldValue('validDays', chosen === 'null' ? null : Number(chosen))
          }
          data={lives.map(days => ({
            value: String(days),
            label:
              days === null ? t('developer.key.noEnd') : t('developer.key.days', { count: days }),
          }))}
        />
      )}
      <div>
        <p className={css.label}>{t('developer.key.may')}</p>
        <p className={css.hint}>{t('developer.key.mayHint')}</p>
        {form.errors['ability'] && (
          <Input.Error mb="xs" role="alert">
            {form.errors['ability']}
          </Input.Error>
        )}
        <RightsGrid
          ability={ability}
          label={t('developer.key.may')}
          of={apiKeySubjects}
          within={own}
          onChange={next => form.setFieldValue('ability', forKeys(next))}
        />
      </div>
    </DrawerForm>
  )
}
