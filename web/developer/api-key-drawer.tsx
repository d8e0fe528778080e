import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { Reauthentication } from '#contract/account/account-security.ts'
import { type ApiKey, ApiKeyInput, apiKeyApi } from '#contract/developer/api-key.ts'
import { type Ability, apiKeySubjects, coversAbilities } from '#contract/lib/call/permission.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { usePermissions } from '../lib/session/session.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { TextField } from '../ui/field/text-field.tsx'
import { PermissionGrid } from '../ui/page/permission-grid.tsx'
import { ChoiceGroup } from './choice-group.tsx'
import { ConfirmedDrawerForm, getEmptyConfirmation } from './confirmed-drawer-form.tsx'

type ApiKeyAbilities = ApiKeyInput['ability']
const lifetimesInDays = [30, 90, 365, null] as const

/**
 * Replaces abilities for all subjects by one for each subject allowed for API keys, which excludes
 * staff.
 */
const toKeyAbilities = (ability: readonly Ability[]): ApiKeyAbilities =>
  ability.flatMap(({ action, subject }) =>
    apiKeySubjects.flatMap(keySubject =>
      subject === 'all' || subject === keySubject ? [{ action, subject: keySubject }] : [],
    ),
  )

/** A new key and more permissions are confirmed with the password. */
const ApiKeyForm = ApiKeyInput.extend(Reauthentication.partial().shape)

type Props = {
  apiKey: ApiKey | undefined
  onClose: () => void
  /** Receives the new key, which the server returns only once. */
  onCreated: (key: string) => void
}

/** Creates an API key, or edits the name and permissions of one. */
export function ApiKeyDrawer({ apiKey, onClose, onCreated }: Props) {
  const { t } = useTranslation()
  const create = useRouteMutation(apiKeyApi.create)
  const update = useRouteMutation(apiKeyApi.update)
  const ownAbility = usePermissions().ability
  const values: z.input<typeof ApiKeyForm> = {
    name: apiKey?.name ?? '',
    ability: apiKey?.ability ?? [],
    validDays: 365,
    ...getEmptyConfirmation(apiKey),
  }
  const form = useContractForm(ApiKeyForm, {
    values,
    onSave: async ({ name, ability, validDays, password = '', otp }) => {
      if (apiKey)
        await update.mutateAsync({
          params: { id: apiKey._id },
          body: { name, ability, version: apiKey.version, ...(password && { password, otp }) },
        })
      else {
        const body = { name, ability, validDays, password, otp }
        onCreated((await create.mutateAsync({ body })).key)
      }
      onClose()
    },
  })
  const { ability, validDays = null } = form.values
  const requiresPassword = !apiKey || !coversAbilities(apiKey.ability, ability)
  return (
    <ConfirmedDrawerForm
      form={form}
      subject="apiKey"
      isNew={!apiKey}
      requiresPassword={requiresPassword}
      getFieldName={part => part}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="name"
        label={t('developer.apiKey.name')}
        required
        placeholder={t('developer.apiKey.namePlaceholder')}
        description={t('developer.apiKey.nameHint')}
      />
      {!apiKey && (
        <Select
          label={t('developer.apiKey.lifetime')}
          allowDeselect={false}
          value={String(validDays)}
          onChange={value =>
            form.setFieldValue('validDays', value === 'null' ? null : Number(value))
          }
          data={lifetimesInDays.map(days => ({
            value: String(days),
            label:
              days === null
                ? t('developer.apiKey.neverExpires')
                : t('developer.apiKey.days', { count: days }),
          }))}
        />
      )}
      <ChoiceGroup
        label={t('developer.apiKey.grantedPermissions')}
        hint={t('developer.apiKey.grantedPermissionsHint')}
        error={form.errors['ability']}
      >
        <PermissionGrid
          ability={ability}
          label={t('developer.apiKey.grantedPermissions')}
          visibleSubjects={apiKeySubjects}
          grantable={ownAbility}
          onChange={next => form.setFieldValue('ability', toKeyAbilities(next))}
        />
      </ChoiceGroup>
    </ConfirmedDrawerForm>
  )
}
