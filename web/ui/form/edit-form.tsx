import { Alert, Anchor } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { focusField } from '../../lib/page/focus-field.ts'
import type { ContractForm } from '../../lib/use-contract-form.ts'
import { LeaveGuard } from '../dialog/leave-guard.tsx'
import css from './edit-form.module.css'
import { SaveBar } from './save-bar.tsx'

type EditFormValues = Record<string, unknown>
type Props<V extends EditFormValues> = {
  form: ContractForm<V>
  children: ReactNode
  /** Label of the save button. The default is "Save". */
  saveLabel?: string
}

/**
 * The form of a page, with save bar and list of errors. It asks for confirmation before unsaved
 * changes are lost.
 */
export function EditForm<V extends EditFormValues>({ form, children, saveLabel }: Props<V>) {
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        form.save()
      }}
    >
      <LeaveGuard hasUnsavedChanges={form.hasUnsavedChanges} />
      <FormErrors form={form} />
      {children}
      <SaveBar form={form} saveLabel={saveLabel} />
    </form>
  )
}

/** Two columns, the main content and a sidebar. On small screens the sidebar is below. */
export function EditColumns({ children, sidebar }: { children: ReactNode; sidebar: ReactNode }) {
  return (
    <div className={css.columns}>
      <div className={css.column}>{children}</div>
      <div className={css.column}>{sidebar}</div>
    </div>
  )
}

/** Cards below each other, 24 px apart. */
export const CardStack = ({ children }: { children: ReactNode }) => (
  <div className={css.column}>{children}</div>
)

/** Fields beside each other if there is enough space. */
export const FieldRow = ({ children }: { children: ReactNode }) => (
  <div className={css.fields}>{children}</div>
)

const findFieldElement = (path: string) =>
  document.querySelector<HTMLInputElement>(`[data-path="${CSS.escape(path)}"]`)
const getFieldLabel = (path: string) =>
  findFieldElement(path)?.labels?.[0]?.textContent?.replace(/\s*\*$/, '') ??
  findFieldElement(path)?.getAttribute('aria-label') ??
  path

function FormErrors<V extends EditFormValues>({ form }: { form: ContractForm<V> }) {
  const { t } = useTranslation()
  const errors = Object.entries(form.errors).filter(([, message]) => message)
  if (errors.length < 2 && errors.every(([path]) => findFieldElement(path))) return null
  return (
    <Alert
      color="red"
      icon={<IconAlertCircle size={18} />}
      title={t('ui.form.fieldErrors', { count: errors.length })}
      mb={20}
      role="alert"
    >
      <ul className={css.errors}>
        {errors.map(([path, message]) => (
          <li key={path}>
            <Anchor
              component="button"
              type="button"
              inherit
              onClick={() => focusField(findFieldElement(path))}
            >
              {getFieldLabel(path)}
            </Anchor>
            : {message}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
