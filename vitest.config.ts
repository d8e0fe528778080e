import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { flakyReporter } from './scripts/flaky-reporter.ts'
import { splitTextsPlugin } from './scripts/split-texts-plugin.ts'

const sharedOptions = {
  globalSetup: './server/db/test-cluster.ts',
  setupFiles: './scripts/vitest-setup.ts',
  // Far above what any test takes on a quiet machine: only a hang should ever meet it.
  testTimeout: 150_000,
  hookTimeout: 150_000,
  expect: { poll: { timeout: 60_000 } },
  // A page that a busy machine drew late gets a second look, and is named as flaky.
  retry: 1,
}

export default defineConfig({
  plugins: [react(), splitTextsPlugin()],
  test: {
    // The tests share two cores with the database they ask, and wait for it, or for a clock, more than half of the time.
    maxWorkers: 4,
    reporters: ['default', flakyReporter()],
    projects: [
      {
        extends: true,
        test: {
          ...sharedOptions,
          name: 'server',
          environment: 'node',
          // The files of a worker share what they import, which takes longer than most of them do; each has a database of its own.
          isolate: false,
          include: [
            '{contract,server,storefront,scripts,bench,docs}/**/*.test.ts',
            'web/**/*.test.ts',
          ],
          // The server reads time zones by name, never its own; a test that only passes at home must not pass here.
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
