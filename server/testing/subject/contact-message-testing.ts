import type { TestApp } from '../testing.ts'

/** Adds a message to the store of the test owner, as its contact form does, and returns the id of its conversation. */
export const addContactMessage = (t: TestApp, message: string): Promise<string> =>
  t.sql.begin(async tx => {
    await tx`select set_config('app.store_id', ${t.people.owner.storeId}, true)`
    await tx`select add_contact_message('Ann Shopper', 'ann@shopper.example', '#1001', ${message})`
    const [row] = await tx<{ id: string }[]>`
      select conversation_id as id from message where text = ${message} order by id desc limit 1`
    return row?.id ?? ''
  })
