import { useQuery } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import type { Route } from '#contract/lib/call/api.ts'
import type { Permission } from '#contract/lib/call/permission.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { type DialogParam, useDialogParam } from '../lib/navigation/use-dialog-param.ts'
import { FormGate, usePermission } from '../lib/session/permission-gate.tsx'
import { OpenRecordForm, type RecordFormProps } from '../ui/form/open-record-form.tsx'
import { AddButton } from '../ui/page/add-button.tsx'
import { ListPage, type ListPageProps } from './list-page.tsx'
import type { ListRow } from './table/table-column.ts'
import type { ListStateQuery } from './use-list-state.ts'

type Props<R extends ListRow, Q extends ListStateQuery, T extends string> = Omit<
  ListPageProps<R, Q, T>,
  'getRowLink' | 'empty'
> & {
  /** The permission to add and edit rows. */
  can: Permission
  /** Verb and noun, such as "Add discount". */
  addLabel: string
  /** The drawer or dialog that adds and edits a row. */
  Form: ComponentType<RecordFormProps<R>>
  /** Loads the open row, which can be on another page of the list. */
  get?: Route<undefined, undefined, R, `${string}/:id`>
  /** Whether users without the permission open the form to read it. */
  isReadable?: boolean
  empty: { title: string; text: string; drawing: string; children?: ReactNode }
}

/** A list whose rows are added and edited in a form beside it, at `?edit=new` and `?edit=<id>`. */
export function EditableListPage<R extends ListRow, Q extends ListStateQuery, T extends string>({
  can,
  addLabel,
  Form,
  get,
  isReadable = false,
  buttons,
  empty,
  children,
  ...page
}: Props<R, Q, T>) {
  const dialog = useDialogParam('edit')
  const canOpen = usePermission(can) || isReadable
  const addButton = <AddButton can={can} label={addLabel} onClick={() => dialog.open('new')} />
  const form = get ? (
    <LoadedRecordForm dialog={dialog} get={get} Form={Form} />
  ) : (
    <OpenRecordForm dialog={dialog} records={page.query.data?.items} Form={Form} />
  )
  return (
    <ListPage
      {...page}
      buttons={
        <>
          {buttons}
          {addButton}
        </>
      }
      {...(canOpen && { getRowLink: ({ _id }: R) => dialog.getLink(_id) })}
      empty={{
        ...empty,
        can,
        children: (
          <>
            {empty.children}
            {addButton}
          </>
        ),
      }}
    >
      {isReadable ? form : <FormGate permission={can}>{form}</FormGate>}
      {children}
    </ListPage>
  )
}

function LoadedRecordForm<R extends ListRow>({
  dialog,
  get,
  Form,
}: {
  dialog: DialogParam
  get: Route<undefined, undefined, R, `${string}/:id`>
  Form: ComponentType<RecordFormProps<R>>
}) {
  const id = dialog.value ?? ''
  const record = useQuery({
    ...queryOptionsFor(get, { params: { id } }),
    enabled: id !== '' && id !== 'new',
  }).data
  return <OpenRecordForm dialog={dialog} records={record && [record]} Form={Form} />
}
