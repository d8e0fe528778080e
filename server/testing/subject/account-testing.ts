import { accountApi, type SessionUser } from '#contract/account/account.ts'
import { listMailsTo } from '../list-mails.ts'
import type { Reply, TestApp, Tester } from '../testing.ts'

type SignedUpPerson = SessionUser & { as: Tester }

/** Returns functions for tests with people of their own, whose emails are in the outbox. */
export function createAccountTester(t: TestApp) {
  const password = 'kiln-and-glaze'
  let count = 0
  const signUp = async (): Promise<SignedUpPerson> => {
    count += 1
    const { body } = await t.call(undefined, accountApi.signup, {
      body: {
        fullName: 'Ann <b>Potter</b>',
        email: `ann${count}@example.org`,
        password,
        businessName: 'Pots',
      },
    })
    await t.runJobs()
    return {
      ...body.data,
      as: { personId: body.data._id, storeId: body.data.business, token: body.data.accessToken },
    }
  }
  const login = (email: string, passwordInput: string, otp?: string): Promise<Reply> =>
    t.call(undefined, accountApi.login, { body: { email, password: passwordInput, otp } })
  const readMails = (email: string) => listMailsTo(t, email)
  /** Returns the last link that was sent: the whole link, its page and its token. */
  const readLastLink = async (email: string): Promise<readonly string[]> =>
    /(https?:\/\/\S+?)#token=([\w-]+)/.exec((await readMails(email)).at(-1) ?? '') ?? []
  const readLastToken = async (email: string) => (await readLastLink(email))[2] ?? ''
  return { password, signUp, login, readMails, readLastLink, readLastToken }
}
