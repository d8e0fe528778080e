import type { TestApp } from '../testing.ts'

/** Adds a subscriber to the store of the test owner, as its form does, and returns the id. */
export const addSubscriber = (t: TestApp, email: string): Promise<string> =>
  t.sql.begin(async tx => {
    await tx`select set_config('app.store_id', ${t.people.owner.storeId}, true)`
    await tx`select request_subscription(${email}, 'en', 'I agree.', '/')`
    const [row] = await tx<{ id: string }[]>`select id from subscriber where email = ${email}`
    return row?.id ?? ''
  })
