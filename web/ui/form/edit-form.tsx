import { Alert, Anchor } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContractForm } from '../../lib/use-contract-form.ts'
import { LeaveGuard } from '../page/leave-guard.tsx'
import css from './edit-form.module.css'
import { SaveBar } from './save-bar.tsx'

type Plain = Record<string, unknown>
type Props<V extends Plain> = {
  form: ContractForm<V>
  children: ReactNode /** On the save bar's button, where it is not "Save". */
  saveLabel?: string
}

/** A page's form: save bar, list of what needs attention, and a question before leaving with changes. */
export function EditForm<V extends Plain>({ form, children, saveLabel }: Props<V>) {
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        form.save()
      }}
    >
      <LeaveGuard wouldLose={form.wouldLose} />
      <SaveBar form={form} saveLabel={saveLabel} />
      <Problems form={form} />
      {children}
    </form>
  )
}

/** Two thirds for the thing, one third for its organisation; on a phone one after the other. */
export function EditColumns({ children, side }: { children: ReactNode; side: ReactNode }) {
  return (
    <div className={css.columns}>
      <div className={css.column}>{children}</div>
      <div className={css.column}>{side}</div>
    </div>
  )
}

/** Cards one under the other, 24 px apart. */
export const Cards = ({ children }: { children: ReactNode }) => (
  <div className={css.column}>{children}</div>
)

/** Fields beside each other where there is room. */
export const FieldRow = ({ children }: { children: ReactNode }) => (
  <div className={css.fields}>{children}</div>
)

const nodeOf = (path: string) =>
  document.querySelector<HTMLInputElement>(`[data-path="${CSS.escape(path)}"]`)
const nameOf = (path: string) =>
  nodeOf(path)?.labels?.[0]?.textContent?.replace(/\s*\*$/, '') ??
  nodeOf(path)?.getAttribute('aria-label') ??
  path

function Problems<V extends Plain>({ form }: { form: ContractForm<V> }) {
  const { t } = useTranslation()
  const problems = Object.entries(form.errors).filter(([, message]) => message)
  if (problems.length < 2 && problems.every(([path]) => nodeOf(path))) return null
  return (
    <Alert
      color="red"
      icon={<IconAlertCircle size={18} />}
      title={t('ui.form.problems', { count: problems.length })}
      mb={20}
      role="alert"
    >
      <ul className={css.problems}>
        {problems.map(([path, message]) => (
          <li key={path}>
            <Anchor component="button" type="button" inherit onClick={() => nodeOf(path)?.focus()}>
              {nameOf(path)}
            </Anchor>
            : {message}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
