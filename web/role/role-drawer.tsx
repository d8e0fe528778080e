import { Button, Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Ability, coversAbilities } from '#contract/lib/permission.ts'
import { type Role, RoleEdit, roleApi } from '#contract/role.ts'
import { useSend } from '../lib/call/api.ts'
import { isEverything, useRoleName } from '../lib/session/role-words.ts'
import { useMay, useRights } from '../lib/session/session.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { DrawerForm } from '../ui/form/drawer-form.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { ConfirmDialog } from '../ui/page/confirm-dialog.tsx'
import { LookDrawer } from '../ui/page/look-drawer.tsx'
import { RightsGrid } from '../ui/page/rights-grid.tsx'
import css from './role.module.css'
import { useAboutRole } from './role-about.ts'

type Props = { word: string; roles: readonly Role[]; onClose: () => void }

/** One role, to look at or to change: whoever changes it must have what it has. */
export function RoleDrawer({ word, roles, onClose }: Props) {
  const mayWrite = useMay()('staff:write')
  const { ability } = useRights()
  const role = roles.find(one => one.role === word)
  if (!role && word !== 'new') return null
  if (role && (role.role === 'owner' || !mayWrite || !coversAbilities(ability, role.ability)))
    return <RoleLook role={role} onClose={onClose} />
  return mayWrite ? <RoleForm role={role} onClose={onClose} /> : null
}

function RoleLook({ role, onClose }: { role: Role; onClose: () => void }) {
  const { t } = useTranslation()
  const about = useAboutRole()
  const nameOf = useRoleName()
  return (
    <LookDrawer title={nameOf(role.role, role.name)} onClose={onClose}>
      <p className={css.lead}>{role.role === 'owner' ? t('role.fixed') : about(role)}</p>
      <RightsGrid ability={role.ability} label={t('role.grid.label')} />
    </LookDrawer>
  )
}

function RoleForm({ role, onClose }: { role: Role | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  const nameOf = useRoleName()
  const about = useAboutRole()
  const create = useSend(roleApi.create)
  const update = useSend(roleApi.update)
  const form = useContractForm(RoleEdit, {
    values: {
      name: role?.name ?? '',
      description: role?.description ?? '',
      ability: role?.ability ?? [],
      version: role?.version,
    },
    onSave: async ({ name = '', description, ability = [], version }) => {
      if (role)
        await update.mutateAsync({
          params: { role: role.role },
          body: { ...(!role.isBuiltIn && { name }), description, ability, version },
        })
      else await create.mutateAsync({ body: { name, description, ability } })
      onClose()
    },
  })
  const ability: Ability[] = form.values.ability ?? []
  const give = (next: Ability[]) => form.setFieldValue('ability', next)
  return (
    <DrawerForm
      form={form}
      title={role ? nameOf(role.role, role.name) : t('role.addTitle')}
      saveLabel={t(role ? 'role.save' : 'role.add')}
      onClose={onClose}
      aside={role && <TakeAway role={role} onDone={onClose} />}
    >
      {!role?.isBuiltIn && (
        <TextField
          form={form}
          name="name"
          label={t('role.field.name')}
          required
          maxLength={60}
          placeholder={t('role.field.namePlaceholder')}
        />
      )}
      <TextField
        form={form}
        name="description"
        label={t('role.field.description')}
        maxLength={200}
        placeholder={role ? about({ ...role, description: '' }) : ''}
      />
      <Everything ability={ability} onChange={give} />
      {!isEverything(ability) && (
        <RightsGrid ability={ability} label={t('role.grid.label')} onChange={give} />
      )}
    </DrawerForm>
  )
}

function Everything({
  ability,
  onChange,
}: {
  ability: readonly Ability[]
  onChange: (ability: Ability[]) => void
}) {
  const { t } = useTranslation()
  return (
    <Switch
      label={t('role.everythingLabel')}
      description={t('role.everythingHint')}
      checked={isEverything(ability)}
      onChange={event =>
        onChange(event.currentTarget.checked ? [{ action: 'manage', subject: 'all' }] : [])
      }
    />
  )
}

/** Deletes one of the store's own, or takes back what the store has changed. */
function TakeAway({ role, onDone }: { role: Role; onDone: () => void }) {
  const { t } = useTranslation()
  const nameOf = useRoleName()
  const remove = useSend(roleApi.delete, { quiet: true })
  const [isAsking, setAsking] = useState(false)
  if (role.isBuiltIn && !role.isChanged) return null
  const isUsed = !role.isBuiltIn && role.people + role.invited > 0
  const kind = role.isBuiltIn ? 'reset' : 'delete'
  return (
    <>
      <Button
        variant="subtle"
        color={role.isBuiltIn ? 'gray' : 'red'}
        disabled={isUsed}
        title={isUsed ? t('role.inUse') : undefined}
        onClick={() => setAsking(true)}
      >
        {t(`role.${kind}`)}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        isDangerous={!role.isBuiltIn}
        isBusy={remove.isPending}
        title={t(`role.${kind}Title`, { name: nameOf(role.role, role.name) })}
        action={t(`role.${kind}`)}
        onConfirm={() =>
          remove.mutate(
            { params: { role: role.role } },
            { onSuccess: onDone, onError: () => setAsking(false) },
          )
        }
        onClose={() => setAsking(false)}
      >
        {t(`role.${kind}Text`)}
      </ConfirmDialog>
    </>
  )
}
