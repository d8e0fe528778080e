import { FakeMollie } from './fake-mollie.ts'
import { FakeClock, startFakeServer } from './fake-server.ts'
import { FakeStripe } from './fake-stripe.ts'

/**
 * Starts both fakes on one port of 127.0.0.1. `env` makes an app use them:
 * `startTestApp({ ...fakes.env })`. The test file must close them.
 */
export async function startFakeProviders() {
  const clock = new FakeClock()
  const stripe = new FakeStripe(clock)
  const mollie = new FakeMollie(clock)
  const server = await startFakeServer([stripe, mollie])
  stripe.url = server.url
  mollie.url = server.url
  return {
    ...server,
    clock,
    stripe,
    mollie,
    env: { STRIPE_API_URL: server.url, MOLLIE_API_URL: server.url },
  }
}
export type FakeProviders = Awaited<ReturnType<typeof startFakeProviders>>
