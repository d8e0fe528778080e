import { Input } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './developer.module.css'

type Props = { label: string; hint?: string; error: ReactNode; children: ReactNode }

/** A group of inputs for one choice, with its label, hint and error. */
export function ChoiceGroup({ label, hint, error, children }: Props) {
  return (
    <div>
      <p className={css.label}>{label}</p>
      {hint && <p className={css.hint}>{hint}</p>}
      {error && (
        <Input.Error mb="xs" role="alert">
          {error}
        </Input.Error>
      )}
      {children}
    </div>
  )
}
