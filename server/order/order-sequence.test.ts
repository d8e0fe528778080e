import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sequenceExamples } from '../testing/order-sequence/sequence-examples.ts'
import { listBrokenRules } from '../testing/order-sequence/sequence-rules.ts'
import { OrderSequence } from '../testing/order-sequence/sequence-step.ts'
import { SequenceStore } from '../testing/order-sequence/sequence-store.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

/** For example `ORDER_SEQUENCES=300 SEQUENCE_SEED=$RANDOM`. */
const sequenceCount = Number(process.env['ORDER_SEQUENCES'] ?? 2)
const seed = Number(process.env['SEQUENCE_SEED'] ?? 28)

let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ DATABASE_POOL_SIZE: '10' })
})
afterAll(() => t.close())

test.each(['EUR', 'JPY', 'KWD'])(
  'in any sequence of changes, money, units and statuses in %s agree',
  { timeout: 300_000 + sequenceCount * 20_000 },
  async currency => {
    let acceptedSteps = 0
    await fc.assert(
      fc.asyncProperty(OrderSequence, async sequence => {
        const store = await SequenceStore.open(t, currency, sequence)
        for (const step of [undefined, ...sequence.steps]) {
          if (step) await store.make(step)
          const orders = await store.listOrders()
          const broken = await listBrokenRules(t, orders, store.moneyIn)
          expect(broken, store.accepted.join('\n')).toEqual([])
        }
        acceptedSteps += store.accepted.length
      }),
      {
        numRuns: sequenceCount + sequenceExamples.length,
        examples: sequenceExamples,
        seed,
        endOnFailure: true,
      },
    )
    expect(acceptedSteps).toBeGreaterThan(sequenceCount)
  },
)
