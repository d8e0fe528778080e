import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { splitTextsPlugin } from './scripts/build/split-texts-plugin.ts'
import { failureReporter } from './scripts/check/failure-reporter.ts'
import { keepTemporaryFilesInMemory } from './scripts/check/memory-folder.ts'
import { SlowFilesFirst } from './scripts/check/slow-files-first.ts'

keepTemporaryFilesInMemory()

/**
 * The tests of a file run in the order of this seed, because a test must not depend on rows of
 * another. A failure can be repeated. `RANDOM_ORDER_SEED=$RANDOM npm test` tries another order.
 */
const seed = Number(process.env['RANDOM_ORDER_SEED'] ?? 9001)

const sharedOptions = {
  globalSetup: './server/testing/db/test-cluster.ts',
  setupFiles: './scripts/vitest-setup.ts',
  // Far above the duration of any test: only a test that hangs reaches it.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 240_000 } },
  // Imports take longer than most files, so the files of a worker share modules. Each has its own
  // database.
  isolate: false,
}

export default defineConfig({
  plugins: [react(), splitTextsPlugin()],
  test: {
    sequence: { shuffle: { tests: true }, seed, sequencer: SlowFilesFirst },
    // More workers than cores: a test waits for the database or a timer more than half of its time.
    maxWorkers: 4,
    reporters: ['default', failureReporter()],
    projects: [
      {
        extends: true,
        test: {
          ...sharedOptions,
          name: 'server',
          environment: 'node',
          include: [
            '{contract,server,storefront,scripts,bench,docs}/**/*.test.ts',
            'web/**/*.test.ts',
          ],
          // The server must not depend on the time zone of its machine.
          env: { TZ: 'Pacific/Auckland' },
        },
      },
      {
        extends: true,
        test: {
          ...sharedOptions,
          name: 'web',
          environment: 'jsdom',
          include: ['{web,storefront}/**/*.test.tsx'],
        },
      },
    ],
  },
})
