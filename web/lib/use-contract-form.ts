import { type UseFormReturnType, useForm } from '@mantine/form'
import { useHotkeys } from '@mantine/hooks'
import { useEffect, useInsertionEffect, useRef } from 'react'
import type { z } from 'zod'
import { toFieldError } from '#contract/lib/error/issue.ts'
import { ApiError } from './call/request.ts'
import { translateError } from './call/translate-server-message.ts'
import { unsavedForms } from './navigation/unsaved-changes.ts'

type FormValues = Record<string, unknown>
export type ContractForm<V extends FormValues> = UseFormReturnType<V> & {
  /** For `<form onSubmit>`, a button or a key. */
  save: () => void
  discard: () => void
  isSaving: boolean
  isChanged: boolean
  /** Somebody else saved in the meantime; what is on the server can be taken by `discard`. */
  isOutdated: boolean
  /** Whether leaving now would lose something. */
  hasUnsavedChanges: () => boolean
}

type ContractFormOptions<V, Output> = {
  values: V
  onSave: (values: Output) => Promise<unknown>
  /** Told what no field says, and at each try of nothing: what was said of the last one is over. */
  onError?: (error?: unknown) => void
}

/**
 * A form that checks with the contract's schema, puts the server's refusals on the fields they are about, and saves by
 * Ctrl+S. New `values` (the row as read again) are taken over while nothing has been changed by hand.
 */
export function useContractForm<V extends FormValues, Out>(
  schema: z.ZodType<Out, V>,
  { values, onSave, onError }: ContractFormOptions<V, Out>,
): ContractForm<V> {
  const parsedValues = useRef<Out>(undefined)
  const isSavingRef = useRef(false)
  const isOutdatedRef = useRef(false)
  const form = useForm<V>({
    initialValues: values,
    validate: formValues => {
      const result = schema.safeParse(formValues)
      parsedValues.current = result.data
      return result.success
        ? {}
        : errorsByPath(
            result.error.issues.map(issue => {
              const error = toFieldError(issue)
              return { path: error.path, message: translateError(error) }
            }),
          )
    },
  })
  useLatestValues(form, values)

  async function submit() {
    if (isSavingRef.current) return
    onError?.()
    if (form.validate().hasErrors) return void focusFirstError()
    isSavingRef.current = true
    form.setSubmitting(true)
    try {
      const sentValues = form.getValues()
      // `validate` has just put the parsed values there, and returned early if it could not.
      await onSave(parsedValues.current as Out)
      isOutdatedRef.current = false
      form.resetDirty(sentValues)
      form.setInitialValues(sentValues)
    } catch (error) {
      if (!isFieldError(error, values)) onError?.(error)
      if (!(error instanceof ApiError)) throw error
      isOutdatedRef.current = error.problem.code === 'version_conflict'
      if (error.problem.errors?.length) {
        error.isHandled = true
        form.setErrors(errorsByPath(error.problem.errors))
        focusFirstError()
      }
    } finally {
      isSavingRef.current = false
      form.setSubmitting(false)
    }
  }

  const isChanged = form.isDirty()
  // Asked anew: what was typed a moment ago may not be drawn yet.
  useHotkeys([['mod+S', () => void (form.isDirty() && submit())]], [])
  const hasUnsavedChanges = () => form.isDirty() && !isSavingRef.current
  useUnsavedWarning(isChanged, hasUnsavedChanges)
  return Object.assign(form, {
    save: () => void submit(),
    discard: () => {
      isOutdatedRef.current = false
      form.reset()
    },
    isSaving: form.submitting,
    isChanged,
    isOutdated: isOutdatedRef.current,
    hasUnsavedChanges,
  })
}

const isFieldError = (error: unknown, values: FormValues) =>
  error instanceof ApiError &&
  error.problem.errors?.some(({ path }) => (path.split('.')[0] ?? '') in values)

const errorsByPath = (errors: readonly { path: string; message: string }[]) =>
  Object.fromEntries(errors.toReversed().map(({ path, message }) => [path, message]))

// After the errors are drawn: the first invalid field on the page, in reading order.
const focusFirstError = () =>
  void setTimeout(() => document.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())

function useLatestValues<V extends FormValues>(form: UseFormReturnType<V>, values: V) {
  const appliedJson = useRef(JSON.stringify(values))
  useEffect(function applyLatestValues() {
    const json = JSON.stringify(values)
    if (json === appliedJson.current || form.isDirty()) return
    appliedJson.current = json
    form.setInitialValues(values)
    form.setValues(values)
  })
}

function useUnsavedWarning(isChanged: boolean, hasUnsavedChanges: () => boolean) {
  // Of all effects only these go on in a page that is hidden, as where its right was taken away: what was typed is still there.
  useInsertionEffect(function warnBeforeClosing() {
    if (!isChanged) return
    const handleBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', handleBeforeUnload)
    unsavedForms.add(hasUnsavedChanges)
    return () => {
      window.removeEventListener('beforeunload', handleBeforeUnload)
      unsavedForms.delete(hasUnsavedChanges)
    }
  })
}
