import { type ApiKey, apiKeyApi, type NewApiKey } from '#contract/developer/api-key.ts'
import type { Route } from '#contract/lib/call/api.ts'
import { apiKeySubjects } from '#contract/lib/call/permission.ts'
import { samplePassword } from '../test-sample.ts'
import type { Reply, TestApp, Tester } from '../testing.ts'

export const manageAll = apiKeySubjects.map(subject => ({ action: 'manage', subject }))
export const manageProducts = [{ action: 'manage', subject: 'product' }]

type KeyCallArgs = {
  params?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
}

/** Returns functions for tests of API keys; the owner acts unless a test names another person. */
export function createApiKeyTester(t: TestApp) {
  const requestKey = (body: object, as: Tester = t.people.owner): Promise<Reply> =>
    t.call(as, apiKeyApi.create, {
      body: {
        name: 'Warehouse',
        ability: manageProducts,
        password: samplePassword,
        ...body,
      },
    })
  const createKey = async (body: object = {}, as?: Tester): Promise<NewApiKey> =>
    (await requestKey(body, as)).body.data
  /** Sends a request with the key as the only credential. */
  const callWithKey = (key: string, route: Route, args: KeyCallArgs = {}): Promise<Reply> =>
    t.call(undefined, route, {
      ...args,
      headers: { authorization: `Bearer ${key}`, ...args.headers },
    })
  const listKeys = async (as: 'owner' | 'stranger' = 'owner'): Promise<ApiKey[]> =>
    (await t.call(as, apiKeyApi.list)).body.data
  const findKey = async ({ _id }: { _id: string }) =>
    (await listKeys()).find(key => key._id === _id)
  return { requestKey, createKey, callWithKey, listKeys, findKey }
}
