import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { Route } from '#contract/lib/call/api.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import type { RouteArgs } from '../lib/call/call-api.ts'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'

type Props<Q, B, R, P extends string> = {
  route: Route<Q, B, R, P>
  args: RouteArgs<Q, B, P>
  /** The accessible name, with that of the row. */
  label: string
  title: string
  /** Verb and noun, such as "Delete subscriber". */
  confirmLabel: string
  /** The effects of the deletion. */
  text: string
}

/** An icon button that deletes the row of a list after a confirmation. */
export function DeleteRowButton<Q, B, R, P extends string>({
  route,
  args,
  label,
  title,
  confirmLabel,
  text,
}: Props<Q, B, R, P>) {
  const remove = useRouteMutation(route)
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={() => setOpen(true)}>
        <IconTrash size={16} stroke={1.75} />
      </ActionIcon>
      {/* Mounted only while it is open, because a list has many rows. */}
      {isOpen && (
        <ConfirmDialog
          isOpen
          isDangerous
          title={title}
          confirmLabel={confirmLabel}
          isBusy={remove.isPending}
          onClose={close}
          onConfirm={() => remove.mutate(args, { onSettled: close })}
        >
          {text}
        </ConfirmDialog>
      )}
    </>
  )
}
