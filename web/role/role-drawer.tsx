import { Button, Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Ability, coversAbilities } from '#contract/lib/call/permission.ts'
import { type Role, RoleEdit, roleApi } from '#contract/staff/role.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { hasUnsavedChanges } from '../lib/navigation/unsaved-changes.ts'
import { useHasPermission, usePermissions } from '../lib/session/session.ts'
import { hasFullAccess, useRoleName } from '../lib/session/use-role-labels.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { DetailDrawer } from '../ui/dialog/record-drawer.tsx'
import { TextField } from '../ui/field/text-field.tsx'
import { DrawerForm } from '../ui/form/drawer-form.tsx'
import { PermissionGrid } from '../ui/page/permission-grid.tsx'
import css from './role.module.css'
import { useRoleDescription } from './use-role-description.ts'

type Props = { roleKey: string; roles: readonly Role[]; onClose: () => void }

/**
 * Displays a role, or edits it if the user has the permission to change staff and all permissions
 * of the role. `roleKey` is the key of a role or `new`. Unsaved changes stay after the permission
 * or the role is removed.
 */
export function RoleDrawer({ roleKey, roles, onClose }: Props) {
  const canWrite = useHasPermission()('staff:write')
  const { ability } = usePermissions()
  const role = roles.find(candidate => candidate.role === roleKey)
  const canEditRole = role
    ? role.role !== 'owner' && coversAbilities(ability, role.ability)
    : roleKey === 'new'
  const canEdit = canWrite && canEditRole
  const [editState, setEditState] = useState<{ role: Role | undefined }>()
  if (canEdit && (!editState || editState.role !== role)) setEditState({ role })
  if (canEdit || (editState && hasUnsavedChanges()))
    return <RoleForm role={role ?? editState?.role} onClose={onClose} />
  return role ? <RoleDetails role={role} onClose={onClose} /> : null
}

function RoleDetails({ role, onClose }: { role: Role; onClose: () => void }) {
  const { t } = useTranslation()
  const describeRole = useRoleDescription()
  const formatRoleName = useRoleName()
  return (
    <DetailDrawer title={formatRoleName(role.role, role.name)} onClose={onClose}>
      <p className={css.intro}>
        {role.role === 'owner' ? t('role.ownerHint') : describeRole(role)}
      </p>
      <PermissionGrid ability={role.ability} label={t('role.grid.label')} />
    </DetailDrawer>
  )
}

function RoleForm({ role, onClose }: { role: Role | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  const formatRoleName = useRoleName()
  const describeRole = useRoleDescription()
  const create = useRouteMutation(roleApi.create)
  const update = useRouteMutation(roleApi.update)
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
  const setAbility = (next: Ability[]) => form.setFieldValue('ability', next)
  return (
    <DrawerForm
      form={form}
      title={role ? formatRoleName(role.role, role.name) : t('role.addTitle')}
      saveLabel={t(role ? 'role.save' : 'role.add')}
      onClose={onClose}
      footerStart={role && <RemoveRoleButton role={role} onDone={onClose} />}
    >
      {!role?.isBuiltIn && (
        <TextField
          form={form}
          name="name"
          label={t('role.field.name')}
          required
          placeholder={t('role.field.namePlaceholder')}
        />
      )}
      <TextField
        form={form}
        name="description"
        label={t('role.field.description')}
        placeholder={role ? describeRole({ ...role, description: '' }) : ''}
      />
      <FullAccessSwitch ability={ability} onChange={setAbility} />
      {!hasFullAccess(ability) && (
        <PermissionGrid ability={ability} label={t('role.grid.label')} onChange={setAbility} />
      )}
    </DrawerForm>
  )
}

function FullAccessSwitch({
  ability,
  onChange,
}: {
  ability: readonly Ability[]
  onChange: (ability: Ability[]) => void
}) {
  const { t } = useTranslation()
  return (
    <Switch
      label={t('role.fullAccessLabel')}
      description={t('role.fullAccessHint')}
      checked={hasFullAccess(ability)}
      onChange={event =>
        onChange(event.currentTarget.checked ? [{ action: 'manage', subject: 'all' }] : [])
      }
    />
  )
}

/** Deletes a custom role, or resets a changed built-in role. */
function RemoveRoleButton({ role, onDone }: { role: Role; onDone: () => void }) {
  const { t } = useTranslation()
  const formatRoleName = useRoleName()
  const remove = useRouteMutation(roleApi.delete, { isSilent: true })
  const [isConfirmOpen, setConfirmOpen] = useState(false)
  if (role.isBuiltIn && !role.isChanged) return null
  const isInUse = !role.isBuiltIn && role.staffCount + role.invitationCount > 0
  const kind = role.isBuiltIn ? 'reset' : 'delete'
  return (
    <>
      <Button
        variant="subtle"
        color={role.isBuiltIn ? 'gray' : 'red'}
        disabled={isInUse}
        title={isInUse ? t('role.inUse') : undefined}
        onClick={() => setConfirmOpen(true)}
      >
        {t(`role.${kind}`)}
      </Button>
      <ConfirmDialog
        isOpen={isConfirmOpen}
        isDangerous={!role.isBuiltIn}
        isBusy={remove.isPending}
        title={t(`role.${kind}Title`, { name: formatRoleName(role.role, role.name) })}
        confirmLabel={t(`role.${kind}`)}
        onConfirm={() =>
          remove.mutate(
            { params: { role: role.role } },
            { onSuccess: onDone, onError: () => setConfirmOpen(false) },
          )
        }
        onClose={() => setConfirmOpen(false)}
      >
        {t(`role.${kind}Text`)}
      </ConfirmDialog>
    </>
  )
}
