import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { environmentVariables, readConfig } from './config.ts'
import { billingEnv } from './testing/subject/test-plan.ts'

test('needs no variable, and treats an empty one as not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    databaseUrl: undefined,
    usesPreparedStatements: true,
    publicUrl: 'http://localhost:3000',
    storefrontHost: 'storewright.localhost',
    isProduction: false,
  })
})

test('reads known variables and ignores others', () => {
  const config = readConfig({
    PORT: '8080',
    PUBLIC_URL: 'https://admin.example.com/',
    DATABASE_PREPARE: 'false',
    NODE_ENV: 'production',
    SHELL: '/bin/sh',
  })
  expect(config).toMatchObject({
    port: 8080,
    host: '0.0.0.0',
    publicUrl: 'https://admin.example.com',
    usesPreparedStatements: false,
    isProduction: true,
  })
  expect(config).not.toHaveProperty('SHELL')
})

test('names every invalid variable in one message, without values that may be secrets', () => {
  const readInvalidConfig = () =>
    readConfig({ PORT: 'many', DATABASE_URL: 'mysql://ann:hunter2@db/shop', LOG_LEVEL: 'loud' })
  expect(readInvalidConfig).toThrow(/PORT: .*DATABASE_URL must .*LOG_LEVEL: /)
  expect(readInvalidConfig).not.toThrow(/hunter2/)
})

test('rejects DATABASE_APP_URL without DATABASE_URL', () => {
  expect(() => readConfig({ DATABASE_APP_URL: 'postgres://app@db/shop' })).toThrow(
    'DATABASE_APP_URL needs DATABASE_URL',
  )
})

test('a process with one role has only the ports of that role, and a database that others share', () => {
  const env = {
    DATABASE_URL: 'postgres://ann@db/shop',
    INTERNAL_PORT: '3001',
    MAIL_IN_HOST: 'mail.example.com',
    MAIL_IN_PORT: '25',
  }
  const readPorts = (role: string) => {
    const { role: read, internalPort, mailIn } = readConfig({ ...env, ROLE: role })
    return [read, internalPort, mailIn?.port]
  }
  expect(readPorts('')).toEqual(['all', 3001, 25])
  expect(readPorts('web')).toEqual(['web', 3001, undefined])
  expect(readPorts('jobs')).toEqual(['jobs', undefined, 25])
  expect(() => readPorts('worker')).toThrow('ROLE must be all, web or jobs.')
  expect(() => readConfig({ ROLE: 'jobs' })).toThrow('ROLE=web and ROLE=jobs need DATABASE_URL')
})

test('accepts several hosts of a database', () => {
  const url = 'postgres://ann:secret@db1:5432,db2/shop?target_session_attrs=read-write'
  expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url)
  expect(() => readConfig({ DATABASE_URL: url.replace('read-write', 'any') })).toThrow(
    'DATABASE_URL must have target_session_attrs=read-write, because',
  )
})

test('takes a read replica without a role, beside DATABASE_URL', () => {
  const env = { DATABASE_URL: 'postgres://app@db/shop' }
  const readReplica = (url: string, others: object = env) =>
    readConfig({ ...others, DATABASE_REPLICA_URL: url }).replicaUrl
  expect(readReplica('postgres://replica:5432/shop')).toBe('postgres://replica:5432/shop')
  expect(readReplica('postgres://replica/shop', { ...env, ROLE: 'jobs' })).toBe(undefined)
  expect(() => readReplica('replica:5432')).toThrow('DATABASE_REPLICA_URL must look like')
  for (const url of ['postgres://ann:hunter2@replica/shop', 'postgres://db1,db2/shop'])
    expect(() => readReplica(url)).toThrow('must name one server, without a user')
  expect(() => readReplica('postgres://replica/shop', {})).toThrow('needs DATABASE_URL')
})

test('reads where files are stored', () => {
  expect(readConfig({ FILES_REGION: 'eu-central-1' }).bucket).toBeUndefined()
  const keys = { FILES_ACCESS_KEY: 'key', FILES_SECRET_KEY: 'secret' }
  const env = { FILES_URL: 's3://files/a/b', FILES_ENDPOINT: 'https://s3.example.com/', ...keys }
  expect(readConfig(env).bucket).toEqual({
    name: 'files',
    prefix: 'a/b/',
    access: {
      endpoint: 'https://s3.example.com',
      region: 'us-east-1',
      keys: { accessKeyId: 'key', secretAccessKey: 'secret' },
    },
  })
  expect(readConfig({ FILES_URL: 's3://files' }).bucket).toMatchObject({
    name: 'files',
    prefix: '',
  })
  for (const url of ['files', 'https://files', 's3://Files', 's3://files//a', 's3://files/../a'])
    expect(() => readConfig({ FILES_URL: url })).toThrow('FILES_URL must look like s3://bucket')
  expect(() => readConfig({ ...env, FILES_SECRET_KEY: '' })).toThrow('need each other')
  expect(() => readConfig({ ...env, FILES_ENDPOINT: 'example' })).toThrow('FILES_ENDPOINT must')
})

test('needs both variables of Stripe Connect', () => {
  const env = { STRIPE_PLATFORM_KEY: 'sk_test_1', STRIPE_PLATFORM_WEBHOOK_SECRET: 'whsec_1' }
  expect(readConfig(env).stripePlatform).toEqual({ key: 'sk_test_1', webhookSecret: 'whsec_1' })
  for (const name of ['STRIPE_PLATFORM_KEY', 'STRIPE_PLATFORM_WEBHOOK_SECRET'])
    expect(() => readConfig({ ...env, [name]: '' })).toThrow('need each other')
  expect(() => readConfig({ ...env, STRIPE_PLATFORM_KEY: 'pk_test_1' })).toThrow(
    'STRIPE_PLATFORM_KEY must be a secret key',
  )
})

test('needs all variables of billing or none', () => {
  expect(readConfig({}).billing).toBeUndefined()
  expect(readConfig(billingEnv).billing).toEqual({
    key: 'sk_test_billing',
    webhookSecret: 'whsec_billing',
    prices: {
      standard: { month: 'price_sm', year: 'price_sy' },
      enterprise: { month: 'price_em', year: 'price_ey' },
    },
  })
  for (const name of Object.keys(billingEnv))
    expect(() => readConfig({ ...billingEnv, [name]: '' })).toThrow(`Billing also needs ${name}`)
  expect(() => readConfig({ ...billingEnv, BILLING_PRICE_STANDARD_YEAR: '480' })).toThrow(
    'BILLING_PRICE_STANDARD_YEAR must be the ID of a price',
  )
})

test('reads rate limits from their variables and multiplies each by the factor', () => {
  const { rateLimits: limits } = readConfig({ LIMIT_LOGIN: '4/1m', LIMIT_FACTOR: '2' })
  expect(limits.login.pair).toEqual({ count: 8, refillSeconds: 7.5 })
  expect(limits.login.source).toEqual({ count: 120, refillSeconds: 5 })
  expect(() => readConfig({ LIMIT_LOGIN: 'many' })).toThrow(/LIMIT_LOGIN must look like 10\/15m/)
  expect(() => readConfig({ LIMIT_LOGIN: '0/1m' })).toThrow(/LIMIT_LOGIN/)
})

test('accepts networks of proxies, and rejects values that would trust any client', () => {
  expect(readConfig({ TRUST_PROXY: '10.0.0.0/8, fd00::/8,127.0.0.1' }).trustProxy).toEqual([
    '10.0.0.0/8',
    'fd00::/8',
    '127.0.0.1',
  ])
  for (const invalidValue of [
    '1',
    'true',
    '0.0.0.0/0',
    '10.0.0.0/33',
    'proxy.example.com',
    '10.0.0.1/8/8',
  ])
    expect(() => readConfig({ TRUST_PROXY: invalidValue })).toThrow(
      /TRUST_PROXY must list the IP addresses of your proxies/,
    )
})

test('reads a secret from a file, and rejects an unreadable file or a file beside the value', () => {
  const folder = mkdtempSync(join(tmpdir(), 'storewright-secret-'))
  const file = join(folder, 'smtp')
  writeFileSync(file, 'smtps://ann:hunter2@mail.example.com\n')
  expect(readConfig({ SMTP_URL_FILE: file }).smtpUrl).toBe('smtps://ann:hunter2@mail.example.com')
  writeFileSync(file, '\n')
  expect(readConfig({ SMTP_URL_FILE: file }).smtpUrl).toBeUndefined()
  expect(() => readConfig({ SMTP_URL_FILE: join(folder, 'none') })).toThrow(
    'SMTP_URL_FILE cannot be read (ENOENT)',
  )
  expect(() => readConfig({ SMTP_URL_FILE: file, SMTP_URL: 'smtp://mail' })).toThrow(
    'SMTP_URL and SMTP_URL_FILE are both set',
  )
  rmSync(folder, { recursive: true })
})

test('docs/configuration.md lists exactly the variables that the server reads', () => {
  const rows = readFileSync('docs/configuration.md', 'utf8')
    .split('\n')
    .filter(line => line.startsWith('| `'))
  const documentedNames = rows.flatMap(row =>
    [...(row.split('|')[1] ?? '').matchAll(/`([A-Z][A-Z_]+)`/g)].map(match => match[1]),
  )
  expect(documentedNames.toSorted()).toEqual([...environmentVariables].toSorted())
  expect(new Set(documentedNames).size).toBe(documentedNames.length)
  const allowedNames = /^(TEST_DATABASE_URL|TEST_POOLER_PORT|DATA_DIR)$/
  const readNames = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter(path => /(?<!test|testing)\.ts$/.test(path))
    .flatMap(path =>
      [
        ...readFileSync(join('server', path), 'utf8').matchAll(/process\.env(?:\.|\[')([A-Z_]+)/g),
      ].map(match => String(match[1])),
    )
  expect(
    readNames.filter(name => !allowedNames.test(name) && !environmentVariables.includes(name)),
  ).toEqual([])
})

test('deploy/ sets only known variables and hardens its containers', () => {
  const compose = readFileSync('deploy/compose.yaml', 'utf8')
  const serverSection = compose.slice(
    compose.indexOf('  storewright:'),
    compose.indexOf('  postgres:\n'),
  )
  const names = [...serverSection.matchAll(/^ {6}([A-Z_]+):/gm)].map(match => String(match[1]))
  expect(names.length).toBeGreaterThan(6)
  expect(names.filter(name => !environmentVariables.includes(name))).toEqual([])
  expect(serverSection).toMatch(/<<: \*hardened[\s\S]*cap_drop: \[ALL\]/)
  const services = [
    ...compose
      .slice(compose.indexOf('services:'), compose.indexOf('\nnetworks:'))
      .matchAll(/^ {2}\w+:\n(?: {4}.*\n)+/gm),
  ].map(([service]) => service)
  expect(services).toHaveLength(3)
  for (const service of services) {
    expect(service).toMatch(/<<: \*hardened[\s\S]*cap_drop: \[ALL\]/)
    expect(service, 'the exact version of the image').not.toMatch(/image: \S+:\d+\n/)
  }
  const caddy = readFileSync('deploy/Caddyfile', 'utf8')
  const parseSeconds = (text: string, name: string) =>
    Number(new RegExp(`${name}:? (\\d+)s`).exec(text)?.[1])
  const detectedAfter =
    parseSeconds(caddy, 'health_interval') * Number(/health_fails (\d+)/.exec(caddy)?.[1])
  const stopDelay = Number(/STOP_DELAY_MS: (\d+)/.exec(serverSection)?.[1]) / 1000
  expect(stopDelay).toBeGreaterThan(detectedAfter)
  // Current requests and the shutdown may take 13 s.
  expect(parseSeconds(serverSection, 'stop_grace_period')).toBeGreaterThan(stopDelay + 13)
  const runtimeVariables = ['NODE_COMPILE_CACHE', 'MALLOC_ARENA_MAX']
  const image = readFileSync('deploy/Dockerfile', 'utf8')
  expect(image).toMatch(/HEALTHCHECK [\s\S]*\/health\/live/)
  expect(image).toMatch(/\nUSER node\n[\s\S]*\nHEALTHCHECK /)
  for (const [, name = ''] of image.matchAll(/([A-Z_]+)=/g))
    expect([...environmentVariables, ...runtimeVariables], name).toContain(name)
})

test('the server imports no development dependency, which the image does not contain', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const files = ['contract', 'server', 'scripts']
    .flatMap(folder =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(path => join(folder, path)),
    )
    .filter(
      path =>
        /^(contract|server)\/.*\.ts$|^scripts\/(run-|verify-)/.test(path) &&
        !/\.test\.ts$|-testing\.ts$|\/testing\//.test(path),
    )
  const packages = files.flatMap(path =>
    [
      ...readFileSync(path, 'utf8').matchAll(
        /^import (?!type )[^'\n]*'(?!node:)((?:@[\w-]+\/)?[\w-]+)[^']*'/gm,
      ),
    ].map(match => String(match[1])),
  )
  expect([...new Set(packages)].filter(name => !(name in dependencies))).toEqual([])
})
