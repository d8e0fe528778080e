import type { ComponentType } from 'react'
import type { DialogParam } from '../../lib/navigation/use-dialog-param.ts'

export type RecordFormProps<R> = {
  /** The record to edit, or undefined for a new one. */
  record: R | undefined
  onClose: () => void
}

type Props<R> = {
  /** The parameter of the URL with the id of the open record, or `new`. */
  dialog: DialogParam
  records: readonly R[] | undefined
  /** The drawer or dialog with the form. */
  Form: ComponentType<RecordFormProps<R>>
}

/** The form of the record in the URL, or of a new record. Nothing if no record has this id. */
export function OpenRecordForm<R extends { _id: string }>({
  dialog: { value, close },
  records,
  Form,
}: Props<R>) {
  const record = records?.find(({ _id }) => _id === value)
  if (value !== 'new' && !record) return null
  return <Form key={value} record={record} onClose={close} />
}
