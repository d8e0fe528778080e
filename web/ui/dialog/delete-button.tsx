import type { ButtonProps } from '@mantine/core'
import type { Route } from '#contract/lib/call/api.ts'
import { useRouteMutation } from '../../lib/call/api.ts'
import type { RouteArgs } from '../../lib/call/call-api.ts'
import { useCanCall } from '../../lib/session/session.ts'
import { ConfirmButton } from './confirm-button.tsx'

type Props<Q, B, R, P extends string> = Omit<ButtonProps, 'loading'> & {
  route: Route<Q, B, R, P>
  args: RouteArgs<Q, B, P>
  /** Verb and noun, such as "Delete customer". */
  label: string
  title: string
  /** The effects of the deletion. */
  text: string
  onDeleted: () => void
}

/** Deletes the record of a form or page after a confirmation. For users with the permission. */
export function DeleteButton<Q, B, R, P extends string>({
  route,
  args,
  text,
  onDeleted,
  ...button
}: Props<Q, B, R, P>) {
  const remove = useRouteMutation(route)
  if (!useCanCall(route)) return null
  return (
    <ConfirmButton
      {...button}
      isBusy={remove.isPending}
      onConfirm={close => remove.mutate(args, { onSuccess: onDeleted, onError: close })}
    >
      {text}
    </ConfirmButton>
  )
}
