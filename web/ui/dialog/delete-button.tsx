import type { ButtonProps } from '@mantine/core'
import type { Route } from '#contract/lib/call/api.ts'
import { useRouteMutation } from '../../lib/call/api.ts'
import { useCanCall } from '../../lib/session/session.ts'
import { ConfirmButton } from './confirm-button.tsx'

/** The record to delete, with the texts of the button and its confirmation. */
export type Deletion = {
  route: Route<undefined, undefined, unknown, `${string}/:id`>
  id: string
  /** Verb and noun, such as "Delete customer". */
  label: string
  title: string
  /** The effects of the deletion. */
  text: string
}
type Props = Omit<ButtonProps, 'loading'> & Deletion & { onDeleted: () => void }

/** Deletes the record of a form or page after a confirmation. For users with the permission. */
export function DeleteButton({ route, id, text, onDeleted, ...button }: Props) {
  const remove = useRouteMutation(route)
  if (!useCanCall(route)) return null
  return (
    <ConfirmButton
      {...button}
      isBusy={remove.isPending}
      onConfirm={close =>
        remove.mutate({ params: { id } }, { onSuccess: onDeleted, onError: close })
      }
    >
      {text}
    </ConfirmButton>
  )
}
