import type { TestApp } from '../testing.ts'

/** Adds an email that could not be filed, without its file, and returns its id. */
export async function addUnfiledMail(
  t: TestApp,
  { error = 'disk_full', status = 'dead', tries = 24 } = {},
): Promise<string> {
  const [row] = await t.inStore(
    tx => tx<{ id: string }[]>`
      insert into mail_in (sender, recipient, digest, file_key, bytes, status, tries, error)
      values ('ann@example.com', 'store-of-owner@mail.example.com', new_id()::text::bytea,
        current_store() || '/' || new_id(), 2048, ${status}, ${tries}, ${error})
      returning id`,
  )
  return row?.id ?? ''
}
