import { type UseFormReturnType, useForm } from '@mantine/form'
import { useHotkeys } from '@mantine/hooks'
import {
  createContext,
  type RefObject,
  useContext,
  useEffect,
  useInsertionEffect,
  useRef,
} from 'react'
import { flushSync } from 'react-dom'
import type { z } from 'zod'
import type { Permission } from '#contract/lib/call/permission.ts'
import type { FieldError } from '#contract/lib/call/problem.ts'
import { findMaxLength } from '#contract/lib/schema-values.ts'
import { ApiError } from './call/request.ts'
import { listFieldErrors, pickErrorByPath, translateFieldError } from './field-errors.ts'
import { unsavedForms } from './navigation/unsaved-changes.ts'
import { focusField } from './page/focus-field.ts'
import { useHasPermission } from './session/session.ts'

/** False on a page whose user lost the permission to change its record. */
export const CanSave = createContext(true)

type FormValues = Record<string, unknown>
export type ContractForm<V extends FormValues> = UseFormReturnType<V> & {
  /** Validates and saves. For `<form onSubmit>`, buttons and keys. */
  save: () => void
  discard: () => void
  isSaving: boolean
  /** The last save succeeded, and no field was changed after it. */
  isSaved: boolean
  isChanged: boolean
  /** Another user or tab saved the record. `discard` replaces the changes with the saved values. */
  isOutdated: boolean
  /** Whether the user still has the permission to save. Their text stays to be copied. */
  canSave: boolean
  /** Returns whether leaving the page would lose changes. */
  hasUnsavedChanges: () => boolean
  /** Returns the maximum length of the text at a path, or undefined without a limit. */
  getMaxLength: (path: string) => number | undefined
  /** Returns the error that a path has, unless a page has set its message itself. */
  findError: (path: string) => FieldError | undefined
}

type ContractFormOptions<V, Output> = {
  values: V
  /** The permission to save, if it differs from that of the page. */
  can?: Permission
  onSave: (values: Output) => Promise<unknown>
  /** Receives errors that belong to no field. Called without an error when a save starts. */
  onError?: (error?: unknown) => void
}

/**
 * Returns a form that validates with the schema of the contract, shows errors of the server at
 * their fields, and saves with Ctrl+S. It applies new `values`, for example after a refetch, until
 * the user changes a field. After that, new values make the form outdated: it keeps its own values
 * and their `onSave`, which can refer to the version of the record.
 */
export function useContractForm<V extends FormValues, Output>(
  schema: z.ZodType<Output, V>,
  { values, can, onSave, onError }: ContractFormOptions<V, Output>,
): ContractForm<V> {
  const { form, parsedValues, fieldErrors } = useSchemaForm(schema, values)
  const isSavingRef = useRef(false)
  const isSavedRef = useRef(false)
  const isOutdatedRef = useRef(false)
  const hasPermission = useHasPermission()
  const canSave = useContext(CanSave) && (!can || hasPermission(can))
  const { hasNewerValues, ...latest } = useLatestValues(form, { values, onSave })

  async function submit() {
    if (isSavingRef.current || !canSave) return
    onError?.()
    const focusFirstError = followFocus()
    if (form.validate().hasErrors) return focusFirstError()
    isSavingRef.current = true
    form.setSubmitting(true)
    try {
      const sentValues = form.getValues()
      // `validate` has stored the parsed values; with errors, `submit` has returned.
      await latest.appliedOnSave.current(parsedValues.current as Output)
      isOutdatedRef.current = false
      isSavedRef.current = true
      form.resetDirty(sentValues)
      form.setInitialValues(sentValues)
      latest.expectOwnResult(sentValues)
    } catch (error) {
      // The button that saves can be focused again.
      flushSync(() => form.setSubmitting(false))
      const hasField = isFieldError(error, values)
      if (!hasField) onError?.(error)
      focusFirstError()
      if (!(error instanceof ApiError)) throw error
      // Other errors appear as a toast.
      if (hasField) error.isHandled = true
      isOutdatedRef.current = error.problem.code === 'version_conflict'
      showFieldErrors(form, fieldErrors, error)
    } finally {
      isSavingRef.current = false
      form.setSubmitting(false)
    }
  }

  const isChanged = form.isDirty()
  // Reads the current state: the last input can be newer than the last render.
  useHotkeys([['mod+S', () => void (form.isDirty() && submit())]], [], true)
  const hasUnsavedChanges = () => form.isDirty() && !isSavingRef.current
  useUnsavedWarning(isChanged, hasUnsavedChanges)
  return Object.assign(form, {
    save: () => void submit(),
    discard: () => {
      isOutdatedRef.current = false
      form.reset()
    },
    isSaving: form.submitting,
    isSaved: isSavedRef.current && !isChanged,
    isChanged,
    isOutdated: isOutdatedRef.current || hasNewerValues,
    canSave,
    hasUnsavedChanges,
    getMaxLength: (path: string) => findMaxLength(schema, path),
    findError: (path: string) => fieldErrors.current[path],
  })
}

type FieldErrors = Record<string, FieldError>

/** Returns a form that validates with the schema, with the values and errors of the last validation. */
function useSchemaForm<V extends FormValues, Output>(schema: z.ZodType<Output, V>, values: V) {
  const parsedValues = useRef<Output>(undefined)
  const fieldErrors = useRef<FieldErrors>({})
  const form = useForm<V>({
    initialValues: values,
    validate: formValues => {
      const result = schema.safeParse(formValues)
      parsedValues.current = result.data
      fieldErrors.current = result.success ? {} : listFieldErrors(result.error.issues)
      return translateFieldErrors(fieldErrors.current)
    },
  })
  return { form, parsedValues, fieldErrors }
}

const translateFieldErrors = (errors: FieldErrors) =>
  Object.fromEntries(
    Object.entries(errors).map(([path, error]) => [path, translateFieldError(error)]),
  )

/** Shows the errors that the server found in fields. */
function showFieldErrors<V extends FormValues>(
  form: UseFormReturnType<V>,
  fieldErrors: RefObject<FieldErrors>,
  error: ApiError,
) {
  if (!error.problem.errors?.length) return
  fieldErrors.current = pickErrorByPath(error.problem.errors)
  const errors = translateFieldErrors(fieldErrors.current)
  // The errors must be on the page before the first field with one gets the focus.
  flushSync(() => form.setErrors(errors))
}

const isFieldError = (error: unknown, values: FormValues) =>
  error instanceof ApiError &&
  error.problem.errors?.some(({ path }) => (path.split('.')[0] ?? '') in values)

/**
 * Returns a function that waits for the errors to render, then focuses the first invalid field in reading
 * order, unless the user has moved the focus meanwhile. Without an invalid field, the focus returns to where it
 * was, so that the keys of a dialog still work.
 */
function followFocus() {
  const focusedElement = document.activeElement as HTMLElement | null
  return () =>
    void setTimeout(() => {
      const { activeElement, body } = document
      // A button that can't be clicked while the form saves loses the focus to the page.
      if (activeElement !== focusedElement && activeElement !== null && activeElement !== body)
        return
      const invalidField = document.querySelector<HTMLElement>('[aria-invalid=true]')
      if (invalidField) focusField(invalidField)
      else if (activeElement !== focusedElement) focusedElement?.focus()
    })
}

/**
 * Applies new values, with their `onSave`, unless the form has changes. Then returns that there are
 * newer values. Call `expectOwnResult` after a save: the next values then replace all but those that the
 * user has typed since the save started.
 */
function useLatestValues<V extends FormValues, Output>(
  form: UseFormReturnType<V>,
  { values, onSave }: Pick<ContractFormOptions<V, Output>, 'values' | 'onSave'>,
) {
  const json = JSON.stringify(values)
  const appliedJson = useRef(json)
  const appliedOnSave = useRef(onSave)
  const sentValuesRef = useRef<V>(undefined)
  useEffect(function applyLatestValues() {
    if (json !== appliedJson.current) {
      const sentValues = sentValuesRef.current
      if (form.isDirty() && !sentValues) return
      sentValuesRef.current = undefined
      appliedJson.current = json
      const typedValues = sentValues && pickChanges(form.getValues(), sentValues)
      form.setInitialValues(values)
      form.resetDirty(values)
      form.setValues({ ...values, ...typedValues })
    } else if (!form.isDirty()) {
      sentValuesRef.current = undefined
    }
    appliedOnSave.current = onSave
  })
  // While the form saves, newer values can be those that it has sent.
  const hasNewerValues =
    json !== appliedJson.current && form.isDirty() && !form.submitting && !sentValuesRef.current
  const expectOwnResult = (sentValues: V) => {
    sentValuesRef.current = sentValues
  }
  return { hasNewerValues, appliedOnSave, expectOwnResult }
}

/** Returns the values that differ from the earlier ones. */
const pickChanges = <V extends FormValues>(values: V, earlierValues: V): FormValues =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(earlierValues[key]),
    ),
  )

function useUnsavedWarning(isChanged: boolean, hasUnsavedChanges: () => boolean) {
  // React keeps only insertion effects while a page is hidden, for example after the user lost a
  // permission. The changes still exist then.
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
