import { expect, test } from 'vitest'
import {
  findUrlProblem,
  listDatabaseHosts,
  needsPrimarySearch,
  replaceCredentials,
} from './database-hosts.ts'

const url =
  'postgres://ann:p%40ss@db1:5433,db2,[::1]:5434/shop?sslmode=require&target_session_attrs=read-write'

test('each host has a URL of its own', () => {
  expect(listDatabaseHosts(url)).toEqual([
    {
      host: 'db1',
      port: 5433,
      address: 'db1:5433',
      url: 'postgres://ann:p%40ss@db1:5433/shop?sslmode=require',
    },
    {
      host: 'db2',
      port: 5432,
      address: 'db2:5432',
      url: 'postgres://ann:p%40ss@db2/shop?sslmode=require',
    },
    {
      host: '::1',
      port: 5434,
      address: '[::1]:5434',
      url: 'postgres://ann:p%40ss@[::1]:5434/shop?sslmode=require',
    },
  ])
})

test('the primary of one host is only searched on request', () => {
  expect(needsPrimarySearch('postgres://db1/shop')).toBe(false)
  expect(needsPrimarySearch('postgres://db1/shop?target_session_attrs=primary')).toBe(true)
  expect(needsPrimarySearch('postgres://db1,db2/shop')).toBe(true)
})

test.each([
  ['mysql://db/shop', 'must look like'],
  ['postgres://db1:port,db2/shop', 'must look like'],
  ['postgres://db1,,db2/shop', 'empty host'],
  ['postgres://db1,db2/shop?target_session_attrs=standby', 'target_session_attrs=read-write'],
])('rejects %s', (invalidUrl, problem) => {
  expect(findUrlProblem(invalidUrl)).toContain(problem)
  expect(findUrlProblem(url)).toBeUndefined()
})

test('replaces the credentials of all hosts', () => {
  expect(replaceCredentials('postgresql://db1:1,db2:2/shop?a=b', 'app', 'a/b@c')).toBe(
    'postgresql://app:a%2Fb%40c@db1:1,db2:2/shop?a=b',
  )
})
