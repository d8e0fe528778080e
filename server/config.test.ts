import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('needs nothing to be set, and takes an empty variable for none', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({
    port: 3000,
    databaseUrl: undefined,
    prepare: true,
    publicUrl: 'http://localhost:3000',
    storefrontHost: 'storewright.localhost',
    isProduction: false,
  })
})

test('reads what is set and ignores what it does not know', () => {
  const config = readConfig({ PORT: '8080', PUBLIC_URL: 'https://admin.example.com/', DATABASE_PREPARE: 'false', NODE_ENV: 'production', SHELL: '/bin/sh' })
  expect(config).toMatchObject({ port: 8080, publicUrl: 'https://admin.example.com', prepare: false, isProduction: true })
  expect(config).not.toHaveProperty('SHELL')
})

test('names every fault in one message, without repeating values that may be secrets', () => {
  const broken = () => readConfig({ PORT: 'many', DATABASE_URL: 'mysql://ann:hunter2@db/shop', LOG_LEVEL: 'loud' })
  expect(broken).toThrow(/PORT: .*DATABASE_URL: .*LOG_LEVEL: /)
  expect(broken).not.toThrow(/hunter2/)
})

test('the application connection needs the owner connection beside it', () => {
  expect(() => readConfig({ DATABASE_APP_URL: 'postgres://app@db/shop' })).toThrow('DATABASE_APP_URL needs DATABASE_URL')
})
