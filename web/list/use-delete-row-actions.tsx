import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useRouteMutation } from '../lib/call/api.ts'
import { useCanCall } from '../lib/session/session.ts'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import type { Deletion } from '../ui/dialog/delete-button.tsx'
import type { ListRow } from './table/table-column.ts'

type RowDeletion = Omit<Deletion, 'route' | 'id'> & {
  /** The accessible name of the icon, with the name of the row. */
  iconLabel: string
}

/** Returns the `actions` of a list whose rows the user can delete. */
export function useDeleteRowActions<R extends ListRow>(
  route: Deletion['route'],
  describeDeletion: (row: R) => RowDeletion,
) {
  if (!useCanCall(route)) return undefined
  return (row: R) => <DeleteRowButton route={route} id={row._id} {...describeDeletion(row)} />
}

/** An icon button that deletes the row of a list after a confirmation. */
function DeleteRowButton({ route, id, iconLabel, label, title, text }: Deletion & RowDeletion) {
  const remove = useRouteMutation(route)
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={iconLabel}
        onClick={() => setOpen(true)}
      >
        <IconTrash size={16} stroke={1.75} />
      </ActionIcon>
      {/* Mounted only while it is open, because a list has many rows. */}
      {isOpen && (
        <ConfirmDialog
          isOpen
          isDangerous
          title={title}
          confirmLabel={label}
          isBusy={remove.isPending}
          onClose={close}
          onConfirm={() => remove.mutate({ params: { id } }, { onSettled: close })}
        >
          {text}
        </ConfirmDialog>
      )}
    </>
  )
}
