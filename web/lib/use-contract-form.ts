import { type UseFormReturnType, useForm } from '@mantine/form'
import { useHotkeys } from '@mantine/hooks'
import { useEffect, useInsertionEffect, useRef } from 'react'
import type { z } from 'zod'
import { ApiError } from './call/request.ts'
import { sayServer } from './call/server-words.ts'
import { unsaved } from './navigation/unsaved.ts'

type Plain = Record<string, unknown>
export type ContractForm<V extends Plain> = UseFormReturnType<V> & {
  /** For `<form onSubmit>`, a button or a key. */
  save: () => void
  discard: () => void
  isSaving: boolean
  isChanged: boolean
  /** Somebody else saved in the meantime; what is on the server can be taken by `discard`. */
  isOutdated: boolean
  /** Whether leaving now would lose something. */
  wouldLose: () => boolean
}

type Options<V, Out> = {
  values: V
  onSave: (values: Out) => Promise<unknown>
  /** Told what no field says, and at each try of nothing: what was said of the last one is over. */
  onFault?: (error?: unknown) => void
}

/**
 * A form that checks with the contract's schema, puts the server's refusals on the fields they are about, and saves by
 * Ctrl+S. New `values` (the row as read again) are taken over while nothing has been changed by hand.
 */
export function useContractForm<V extends Plain, Out>(
  schema: z.ZodType<Out, V>,
  { values, onSave, onFault }: Options<V, Out>,
): ContractForm<V> {
  const checked = useRef<Out>(undefined)
  const isSaving = useRef(false)
  const outdated = useRef(false)
  const form = useForm<V>({
    initialValues: values,
    validate: given => {
      const result = schema.safeParse(given)
      checked.current = result.data
      return result.success
        ? {}
        : errorsByPath(
            result.error.issues.map(({ path, code, message }) => ({
              path: path.join('.'),
              message: sayServer(message, code),
            })),
          )
    },
  })
  useNewestValues(form, values)

  async function send() {
    if (isSaving.current) return
    onFault?.()
    if (form.validate().hasErrors) return void focusFirstError()
    isSaving.current = true
    form.setSubmitting(true)
    try {
      const sent = form.getValues()
      // `validate` has just put the parsed values there, and returned early if it could not.
      await onSave(checked.current as Out)
      outdated.current = false
      form.resetDirty(sent)
      form.setInitialValues(sent)
    } catch (error) {
      if (!isOfField(error, values)) onFault?.(error)
      if (!(error instanceof ApiError)) throw error
      outdated.current = error.problem.code === 'version_conflict'
      if (error.problem.errors?.length) {
        error.isClaimed = true
        form.setErrors(errorsByPath(error.problem.errors))
        focusFirstError()
      }
    } finally {
      isSaving.current = false
      form.setSubmitting(false)
    }
  }

  const isChanged = form.isDirty()
  // Asked anew: what was typed a moment ago may not be drawn yet.
  useHotkeys([['mod+S', () => void (form.isDirty() && send())]], [])
  const wouldLose = () => form.isDirty() && !isSaving.current
  useKeepUnsaved(isChanged, wouldLose)
  return Object.assign(form, {
    save: () => void send(),
    discard: () => {
      outdated.current = false
      form.reset()
    },
    isSaving: form.submitting,
    isChanged,
    isOutdated: outdated.current,
    wouldLose,
  })
}

const isOfField = (error: unknown, values: Plain) =>
  error instanceof ApiError &&
  error.problem.errors?.some(({ path }) => (path.split('.')[0] ?? '') in values)

const errorsByPath = (errors: readonly { path: string; message: string }[]) =>
  Object.fromEntries(errors.toReversed().map(({ path, message }) => [path, message]))

// After the errors are drawn: the first invalid field on the page, in reading order.
const focusFirstError = () =>
  void setTimeout(() => document.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())

function useNewestValues<V extends Plain>(form: UseFormReturnType<V>, values: V) {
  const taken = useRef(JSON.stringify(values))
  useEffect(function takeNewestValues() {
    const now = JSON.stringify(values)
    if (now === taken.current || form.isDirty()) return
    taken.current = now
    form.setInitialValues(values)
    form.setValues(values)
  })
}

function useKeepUnsaved(isChanged: boolean, wouldLose: () => boolean) {
  // Of all effects only these go on in a page that is hidden, as where its right was taken away: what was typed is still there.
  useInsertionEffect(function askBeforeClosing() {
    if (!isChanged) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    unsaved.add(wouldLose)
    return () => {
      window.removeEventListener('beforeunload', ask)
      unsaved.delete(wouldLose)
    }
  })
}
