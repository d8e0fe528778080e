import type { SessionUser } from '#contract/account/account.ts'
import { hashToken } from '../../lib/security/hash-token.ts'
import type { TestApp, Tester } from '../testing.ts'

type AuditedCallArgs = Parameters<TestApp['call']>[2]
/**
 * A call of the audit test. The calls run in their order, each on the rows of the previous ones.
 */
export type AuditedCall = {
  route: Parameters<TestApp['call']>[1]
  /** The action and entity of an audit entry that the call must create, or '' for none. */
  entry: string
  args?: () => AuditedCallArgs | Promise<AuditedCallArgs>
  as?: 'owner' | 'ann' | 'ben' | 'cy'
  /** The name under which the `_id` of the reply is saved for later calls. */
  saveIdAs?: string
  onReply?: (
    data: SessionUser & {
      secret: string
      lines: { _id: string }[]
      timeline: { _id: string }[]
      fulfillments: { _id: string }[]
      variants: { _id: string }[]
      version: number
      role: string
      recoveryCodes: string[]
    },
  ) => void
  /** Whether a job creates the entry. */
  runsJob?: boolean
}

/** The app and the image for uploads. */
export const fixture = {} as { app: TestApp; image: Buffer }
export const createdIds: Record<string, string> = {}
export const testers: Record<string, Tester> = {}
/** Prepares a run of the calls, without the rows and people of an earlier run. */
export function initFixture(app: TestApp, image: Buffer) {
  Object.assign(fixture, { app, image })
  for (const name of Object.keys(createdIds)) delete createdIds[name]
  for (const name of Object.keys(testers)) delete testers[name]
  testers['owner'] = app.people.owner
}

export const id = (name: string) => ({ params: { id: createdIds[name] ?? '' } })
export const ids = (...names: string[]) => ({ body: { ids: names.map(name => createdIds[name]) } })
export const body = (values: object) => ({ body: values })
export const withIdAndBody = (name: string, values: object) => ({ ...id(name), ...body(values) })
export function upload(
  name: string,
  content: Buffer | string,
  fields: Record<string, string> = {},
) {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.append(key, value)
  form.append('file', new Blob([new Uint8Array(Buffer.from(content))]), name)
  return body(form)
}
/** Returns an `onReply` that saves the person of the reply as a tester. */
export const saveTester =
  (name: string) =>
  ({ _id, business, accessToken }: SessionUser) => {
    testers[name] = { personId: _id, storeId: business ?? '', token: accessToken }
  }
export const password = 'kiln-and-glaze'
/** Creates a link of an email to Ann. Its token is the purpose. */
export const createMailLink = (purpose: string, to = 'ann@example.com') => fixture.app.sql`
  insert into mail_link (hash, person_id, purpose, email, expires_at)
  select ${hashToken(purpose)}, id, ${purpose}, ${to}, now() + interval '1 hour'
  from person where email = 'ann@example.com'`
