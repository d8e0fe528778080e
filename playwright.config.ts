import { defineConfig } from '@playwright/test'
import { browserTestReport } from './scripts/check/browser-test-report.ts'
import { keepTemporaryFilesInMemory } from './scripts/check/memory-folder.ts'
import { getLaunchOptions } from './scripts/page/find-chromium.ts'

keepTemporaryFilesInMemory()
const port = Number(process.env.E2E_PORT ?? 4317)

export default defineConfig({
  testDir: 'e2e',
  testIgnore: 'e2e/pictures/**',
  globalSetup: './e2e/wait-for-canary.ts',
  globalTeardown: './e2e/assert-no-leaks.ts',
  outputDir: 'test-results',
  // Pages wait for frames and requests, so two workers leave a quarter of two cores without work.
  workers: Number(process.env.E2E_WORKERS ?? 3),
  // Far above the duration of any test and step: only a hang reaches these limits.
  timeout: 300_000,
  expect: { timeout: 90_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: browserTestReport }]],
  use: {
    baseURL: `http://localhost:${port}`,
    // Traces take a third more time. TRACE=1 keeps those of failed tests.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    actionTimeout: 90_000,
    screenshot: 'only-on-failure',
    timezoneId: 'Europe/Berlin',
    locale: 'en-US',
    viewport: { width: 1440, height: 900 },
    launchOptions: getLaunchOptions(
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Tests leave a page before optimized scripts gain more time than optimizing them takes.
      '--js-flags=--no-maglev,--no-turbofan',
    ),
  },
  webServer: {
    command: `"${process.execPath}" scripts/e2e-server.ts`,
    url: `http://localhost:${port}/health/live`,
    env: { E2E_PORT: String(port) },
    timeout: 60_000,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
})
