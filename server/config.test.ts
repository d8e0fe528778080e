import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { limitVariables } from './lib/attempt-rule.ts'

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

test('limits are read from their variables, each with its factor', () => {
  const { limits } = readConfig({ LIMIT_LOGIN_BOTH: '4/1m', LIMIT_FACTOR: '2' })
  expect(limits.login.both).toEqual({ count: 8, step: 7.5 })
  expect(limits.login.address).toEqual({ count: 120, step: 5 })
  expect(() => readConfig({ LIMIT_LOGIN_BOTH: 'many' })).toThrow(/LIMIT_LOGIN_BOTH: must look like 10\/15m/)
  expect(() => readConfig({ LIMIT_LOGIN_BOTH: '0/1m' })).toThrow(/LIMIT_LOGIN_BOTH/)
})

test('proxies are named by their networks; what would trust whoever asks is refused in a sentence', () => {
  expect(readConfig({ TRUST_PROXY: '10.0.0.0/8, fd00::/8,127.0.0.1' }).trustProxy).toEqual(['10.0.0.0/8', 'fd00::/8', '127.0.0.1'])
  for (const wrong of ['1', 'true', '0.0.0.0/0', '10.0.0.0/33', 'proxy.example.com', '10.0.0.1/8/8']) expect(() => readConfig({ TRUST_PROXY: wrong })).toThrow(/TRUST_PROXY: must list the addresses of your proxies/)
})

test('the README names every limit', () => {
  const readme = readFileSync('README.md', 'utf8')
  expect(['TRUST_PROXY', 'MAX_CONNECTIONS', ...Object.keys(limitVariables)].filter(name => !readme.includes(`\`${name}\``))).toEqual([])
})
