import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Permission } from '#contract/lib/call/permission.ts'
import { PermissionGate } from '../../lib/session/permission-gate.tsx'
import css from './form-items.module.css'

type FormItemsProps = {
  title: string
  addLabel: string
  /** The permission to add an item. */
  can: Permission
  /** Undefined or missing if the form has as many items as it can have. */
  onAdd?: (() => void) | undefined
  /** The items, each a `FormItem`. */
  children: ReactNode
}

/** The items of a form, such as the rates of a zone, with a button that adds one. */
export function FormItems({ title, addLabel, can, onAdd, children }: FormItemsProps) {
  return (
    <div className={css.items}>
      <h3 className={css.title}>{title}</h3>
      {children}
      {onAdd && (
        <PermissionGate permission={can}>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={15} stroke={1.75} />}
            onClick={onAdd}
          >
            {addLabel}
          </Button>
        </PermissionGate>
      )}
    </div>
  )
}

type FormItemProps = {
  /** The name of the item for screen readers, if its first field does not contain it. */
  legend?: string
  /** The first field, beside the button that removes the item. */
  firstField: ReactNode
  removeLabel: string
  onRemove: () => void
  children: ReactNode
}

export function FormItem({ legend, firstField, removeLabel, onRemove, children }: FormItemProps) {
  return (
    <fieldset className={css.item}>
      {legend && <legend className="sw-hidden">{legend}</legend>}
      <div className={css.head}>
        {firstField}
        <ActionIcon variant="subtle" color="gray" aria-label={removeLabel} onClick={onRemove}>
          <IconTrash size={18} stroke={1.75} />
        </ActionIcon>
      </div>
      {children}
    </fieldset>
  )
}
